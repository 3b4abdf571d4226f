// The limits in global memory, through the L1 cache. There each lane of a warp
// may want a different word, as long as the words are neighbours.
constexpr int LIMITS = 32;

__global__ void constant_in_global(const int* values, const int* limit,
                                   int* bins, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;

    int value = values[i], bin = 0;
    int begin = threadIdx.x % SPREAD;
#pragma unroll
    for (int k = 0; k < LIMITS; ++k)
        if (value > limit[(begin + k) % LIMITS]) ++bin;
    bins[i] = bin;
}
