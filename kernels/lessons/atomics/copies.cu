// COPIES words for each bin, side by side. Lanes take different copies, so
// fewer of them meet in a word.
constexpr int BINS = 256;  // as many as the block has threads

__global__ void count_in_copies(const int* in, int* bins, int n, int each)
{
    __shared__ int S[BINS * COPIES];
    int t = threadIdx.x;
    for (int c = 0; c < COPIES; ++c) S[c * BINS + t] = 0;
    __syncthreads();

    for (int i = blockIdx.x * BINS + t; i < n; i += gridDim.x * BINS) {
        int bin = max(in[i] - DARK, 0);
        atomicAdd(&S[bin * COPIES + t % COPIES], each);
    }
    __syncthreads();

    int sum = 0;  // neighbouring threads begin with different copies
    for (int c = 0; c < COPIES; ++c)
        sum += S[t * COPIES + (t + c) % COPIES];
    atomicAdd(&bins[t], sum);
}
