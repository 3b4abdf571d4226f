// Several loads per thread, added in a register before the loop: more bytes
// in flight at a time, and fewer barriers per element.
constexpr int BLOCK = 256;

__global__ void reduction_loads(const float* data, float* sums, int n)
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

    for (int half = BLOCK / 2; half > 0; half /= 2) {
        if (t < half) S[t] += S[t + half];
        __syncthreads();
    }
    if (t == 0) sums[blockIdx.x] = S[0];
}
