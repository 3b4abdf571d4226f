// A row of blocks, each a row of threads. Before me come all threads
// of the blocks before mine, then those before me in my own.
__global__ void index_1d_1d(int* index, int* lane, int* warp)
{
    int thread = threadIdx.x;  // in its block
    int block = blockIdx.x;  // in the grid
    int size = blockDim.x;  // threads per block

    int i = block * size + thread;

    index[i] = i;
    lane[i] = thread % 32;
    warp[i] = thread / 32;
}
