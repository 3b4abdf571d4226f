// The same pairs, given to neighbouring threads: warps stay whole until less
// than one adds, but lanes are now 2 s words apart, in ever fewer banks.
constexpr int BLOCK = 256;

__global__ void reduction_strided(const float* data, float* sums)
{
    __shared__ float S[BLOCK];
    int t = threadIdx.x;
    S[t] = data[blockIdx.x * BLOCK + t];
    __syncthreads();

    for (int s = 1; s < BLOCK; s *= 2) {
        int i = 2 * s * t;
        if (i < BLOCK) S[i] += S[i + s];
        __syncthreads();
    }
    if (t == 0) sums[blockIdx.x] = S[0];
}
