// A box of blocks, each a rectangle of threads: five digits.
// The lowest is threadIdx.x, the highest blockIdx.z.
__global__ void index_3d_2d(int* index, int* lane, int* warp)
{
    int thread = threadIdx.y * blockDim.x + threadIdx.x;  // in its block
    int block = (blockIdx.z * gridDim.y + blockIdx.y)
                * gridDim.x + blockIdx.x;  // in the grid
    int size = blockDim.x * blockDim.y;  // threads per block

    int i = block * size + thread;

    index[i] = i;
    lane[i] = thread % 32;
    warp[i] = thread / 32;
}
