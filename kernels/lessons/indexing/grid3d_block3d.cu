// A box of blocks, each a box of threads: six digits. The lowest is
// threadIdx.x, the highest blockIdx.z.
__global__ void index_3d_3d(int* index, int* lane, int* warp)
{
    int thread = (threadIdx.z * blockDim.y + threadIdx.y)
                 * blockDim.x + threadIdx.x;  // in its block
    int block = (blockIdx.z * gridDim.y + blockIdx.y)
                * gridDim.x + blockIdx.x;  // in the grid
    int size = blockDim.x * blockDim.y * blockDim.z;  // threads per block

    int i = block * size + thread;

    index[i] = i;
    lane[i] = thread % 32;
    warp[i] = thread / 32;
}
