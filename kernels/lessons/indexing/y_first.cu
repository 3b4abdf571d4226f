// Also correct: every thread has an index of its own. But y is the lowest
// digit here, and the lanes of a warp are counted along x.
__global__ void index_y_first(int* index, int* lane, int* warp)
{
    int thread = threadIdx.y * blockDim.x + threadIdx.x;  // in its block
    int swapped = threadIdx.x * blockDim.y + threadIdx.y;
    int block = blockIdx.y * gridDim.x + blockIdx.x;  // in the grid
    int size = blockDim.x * blockDim.y;  // threads per block

    int i = block * size + swapped;

    index[i] = i;
    lane[i] = thread % 32;
    warp[i] = thread / 32;
}
