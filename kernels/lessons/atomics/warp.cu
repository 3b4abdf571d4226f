// The lanes of a warp that have the same bin are counted first. One of them
// adds for all. N is a multiple of 32: a warp is never split at the end.
constexpr int BINS = 256;  // as many as the block has threads
constexpr unsigned ALL = 0xffffffff;

__global__ void count_by_warp(const int* in, int* bins, int n, int each)
{
    __shared__ int S[BINS];
    int t = threadIdx.x;
    S[t] = 0;
    __syncthreads();

    for (int i = blockIdx.x * BINS + t; i < n; i += gridDim.x * BINS) {
        int bin = max(in[i] - DARK, 0);
        unsigned same = __match_any_sync(ALL, bin);  // a bit for each lane
        bool is_first = t % 32 == __ffs(same) - 1;
        if (is_first) atomicAdd(&S[bin], each * __popc(same));
    }
    __syncthreads();

    atomicAdd(&bins[t], S[t]);
}
