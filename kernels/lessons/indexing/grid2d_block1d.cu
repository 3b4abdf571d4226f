// A rectangle of blocks, each a row of threads. The blocks, too, are
// counted row by row.
__global__ void index_2d_1d(int* index, int* lane, int* warp)
{
    int thread = threadIdx.x;  // in its block
    int block = blockIdx.y * gridDim.x + blockIdx.x;  // in the grid
    int size = blockDim.x;  // threads per block

    int i = block * size + thread;

    index[i] = i;
    lane[i] = thread % 32;
    warp[i] = thread / 32;
}
