// A row of blocks, each a box of threads. A box is counted layer by
// layer, a layer row by row, a row along x.
__global__ void index_1d_3d(int* index, int* lane, int* warp)
{
    int thread = (threadIdx.z * blockDim.y + threadIdx.y)
                 * blockDim.x + threadIdx.x;  // in its block
    int block = blockIdx.x;  // in the grid
    int size = blockDim.x * blockDim.y * blockDim.z;  // threads per block

    int i = block * size + thread;

    index[i] = i;
    lane[i] = thread % 32;
    warp[i] = thread / 32;
}
