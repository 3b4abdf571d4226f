// Each block adds up BLOCK numbers. Then the grid launches itself for the blocks' sums, until one block is left.
__global__ void sums(const int* in, int* sum, int* total, int n)
{
    __shared__ int part[BLOCK];
    int i = blockIdx.x * BLOCK + threadIdx.x;
    part[threadIdx.x] = i < n ? in[i] : 0;
    __syncthreads();
    for (int left = BLOCK; left > 1; left = (left + 1) / 2) {
        int half = (left + 1) / 2;
        if (threadIdx.x + half < left) part[threadIdx.x] += part[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x != 0) return;
    sum[blockIdx.x] = part[0];
    if (gridDim.x == 1) *total = part[0];
    int blocks = gridDim.x;
    if (blocks > 1 && blockIdx.x == 0)
        sums<<<(blocks + BLOCK - 1) / BLOCK, BLOCK, 0, cudaStreamTailLaunch>>>(
            sum, sum + blocks, total, blocks);
}
