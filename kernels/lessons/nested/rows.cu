// One warp adds up a row of 32 numbers.
__global__ void row_sum(const int* in, int* out)
{
    int value = in[32 * blockIdx.x + threadIdx.x];
    for (int half = 16; half > 0; half /= 2) value += __shfl_down_sync(0xffffffff, value, half);
    if (threadIdx.x == 0) out[blockIdx.x] = value;
}

// Each thread launches a grid for its row.
__global__ void by_thread(const int* in, int* out, int rows)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < rows) row_sum<<<1, 32, 0, cudaStreamFireAndForget>>>(in + 32 * row, out + row);
}

// One thread of each block launches a grid for the block's rows.
__global__ void by_block(const int* in, int* out, int rows)
{
    int first = blockIdx.x * blockDim.x;
    int count = min(static_cast<int>(blockDim.x), rows - first);
    if (threadIdx.x == 0)
        row_sum<<<count, 32, 0, cudaStreamFireAndForget>>>(in + 32 * first, out + first);
}

// One thread launches a grid for all rows.
__global__ void by_grid(const int* in, int* out, int rows)
{
    if (blockIdx.x == 0 && threadIdx.x == 0)
        row_sum<<<rows, 32, 0, cudaStreamTailLaunch>>>(in, out);
}
