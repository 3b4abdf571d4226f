// Each thread adds up one number of each group of `threads`. A number says
// where the next one is: no load can begin before the last one has arrived.
__global__ void latency_chain(const int* data, int* sums, int n)
{
    int threads = gridDim.x * blockDim.x;
    int t = blockIdx.x * blockDim.x + threadIdx.x;

    int sum = 0, value = t;  // data[i] is i % threads
    for (int first = 0; first < n; first += threads) {
        value = data[first + value];
        sum += value;
    }
    sums[t] = sum;
}
