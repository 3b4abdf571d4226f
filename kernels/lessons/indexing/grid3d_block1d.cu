// A box of blocks, each a row of threads. The blocks are counted
// layer by layer, a layer row by row, a row along x.
__global__ void index_3d_1d(int* index, int* lane, int* warp)
{
    int thread = threadIdx.x;  // in its block
    int block = (blockIdx.z * gridDim.y + blockIdx.y)
                * gridDim.x + blockIdx.x;  // in the grid
    int size = blockDim.x;  // threads per block

    int i = block * size + thread;

    index[i] = i;
    lane[i] = thread % 32;
    warp[i] = thread / 32;
}
