// Each block stores its bins as a row of `parts`. The last block adds up
// the rows. A counter tells it that it is the last.
constexpr int BINS = 256;  // as many as the block has threads

__global__ void count_last_block(const int* in, int* parts, unsigned* done,
                                 int* bins, int n, int each)
{
    __shared__ int S[BINS];
    __shared__ bool is_last;
    int t = threadIdx.x;
    S[t] = 0;
    __syncthreads();

    for (int i = blockIdx.x * BINS + t; i < n; i += gridDim.x * BINS) {
        int bin = max(in[i] - DARK, 0);
        atomicAdd(&S[bin], each);
    }
    __syncthreads();

    parts[blockIdx.x * BINS + t] = S[t];
    __threadfence();  // this word comes before the count
    __syncthreads();  // and so do those of the block's other threads
    if (t == 0) is_last = atomicAdd(done, 1) == gridDim.x - 1;
    __syncthreads();
    if (!is_last) return;

    __threadfence();  // the count comes before these reads
    int sum = 0;
    for (int b = 0; b < gridDim.x; ++b) sum += parts[b * BINS + t];
    bins[t] = sum;
}
