// The halving in shared memory: each element is read from global memory
// once, and the partial sums never go back there.
constexpr int BLOCK = 256;

__global__ void reduction_shared(const float* data, float* sums)
{
    __shared__ float S[BLOCK];
    int t = threadIdx.x;
    S[t] = data[blockIdx.x * BLOCK + t];
    __syncthreads();

    for (int half = BLOCK / 2; half > 0; half /= 2) {
        if (t < half) S[t] += S[t + half];  // whole warps fall out first
        __syncthreads();
    }
    if (t == 0) sums[blockIdx.x] = S[0];
}
