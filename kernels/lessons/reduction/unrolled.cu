// The folding has no loop: the block's size is a template argument, so steps
// that it does not need are not even compiled.
constexpr int BLOCK = 256;

__device__ void add(float* S, int t, int half)
{
    float sum = S[t] + S[t + half];
    __syncwarp();
    S[t] = sum;
    __syncwarp();
}

template <int HALF>
__device__ void add_by_block(float* S, int t)
{
    if (t < HALF) S[t] += S[t + HALF];
    __syncthreads();
}

template <int THREADS>
__device__ void reduce(float* S, int t)
{
    if constexpr (THREADS >= 1024) add_by_block<512>(S, t);
    if constexpr (THREADS >= 512) add_by_block<256>(S, t);
    if constexpr (THREADS >= 256) add_by_block<128>(S, t);
    if constexpr (THREADS >= 128) add_by_block<64>(S, t);
    if (t < 32) {
        add(S, t, 32);
        add(S, t, 16);
        add(S, t, 8);
        add(S, t, 4);
        add(S, t, 2);
        add(S, t, 1);
    }
}

__global__ void reduction_unrolled(const float* data, float* sums, int n)
{
    __shared__ float S[BLOCK];
    int t = threadIdx.x;
    float sum = 0;
#pragma unroll
    for (int k = 0; k < LOADS; ++k) {
        int i = (blockIdx.x * LOADS + k) * BLOCK + t;
        if (i < n) sum += data[i];
    }
    S[t] = sum;
    __syncthreads();

    reduce<BLOCK>(S, t);
    if (t == 0) sums[blockIdx.x] = S[0];
}
