// A row of blocks, each a rectangle of threads. A rectangle is
// counted row by row: y whole rows first, then x along my own.
__global__ void index_1d_2d(int* index, int* lane, int* warp)
{
    int thread = threadIdx.y * blockDim.x + threadIdx.x;  // in its block
    int block = blockIdx.x;  // in the grid
    int size = blockDim.x * blockDim.y;  // threads per block

    int i = block * size + thread;

    index[i] = i;
    lane[i] = thread % 32;
    warp[i] = thread / 32;
}
