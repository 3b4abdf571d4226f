// The same numbers in the same order, but each thread knows where they are:
// it starts LOADS of them, or more, before it needs the first.
__global__ void latency_independent(const int* data, int* sums, int n)
{
    int threads = gridDim.x * blockDim.x;
    int t = blockIdx.x * blockDim.x + threadIdx.x;

    int sum = 0;
    for (int first = 0; first < n; first += LOADS * threads) {
        int value[LOADS];
#pragma unroll
        for (int k = 0; k < LOADS; ++k) value[k] = data[first + k * threads + t];
#pragma unroll
        for (int k = 0; k < LOADS; ++k) sum += value[k];
    }
    sums[t] = sum;
}
