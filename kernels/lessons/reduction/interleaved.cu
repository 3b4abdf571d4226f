// Halves again, neighbouring lanes on neighbouring words: no conflicts. And a
// block takes twice as many elements, so no thread idles in the first step.
constexpr int BLOCK = 256;

__global__ void reduction_interleaved(const float* data, float* sums)
{
    __shared__ float S[2 * BLOCK];
    int t = threadIdx.x;
    data += blockIdx.x * 2 * BLOCK;
    S[t] = data[t];
    S[t + BLOCK] = data[t + BLOCK];
    __syncthreads();

    for (int half = BLOCK; half > 0; half /= 2) {
        if (t < half) S[t] += S[t + half];
        __syncthreads();
    }
    if (t == 0) sums[blockIdx.x] = S[0];
}
