// A table in shared memory, one row of COLUMNS words per thread. Each thread
// adds up its row. In each step a warp reads down one column.
constexpr int BLOCK = 128;

__global__ void sum_rows(const float* in, float* sums, int n)
{
    __shared__ float table[BLOCK][COLUMNS + PAD];
    int t = threadIdx.x, first = blockIdx.x * BLOCK;  // the block's first row
#pragma unroll
    for (int j = 0; j < COLUMNS; ++j) {
        int k = BLOCK * j + t, i = first * COLUMNS + k;
        table[k / COLUMNS][k % COLUMNS] = i < n * COLUMNS ? in[i] : 0;
    }
    __syncthreads();

    if (first + t >= n) return;
    float sum = 0;
#pragma unroll 1  // column by column, and not several in one load
    for (int column = 0; column < COLUMNS; ++column)
        sum += table[t][column];
    sums[first + t] = sum;
}
