// Each lane reads one word; neighbouring lanes are STRIDE words apart.
constexpr int BLOCK = 256, WARP = 32;
constexpr int WORDS = 96 * WARP;  // 31 * 64 + 31, and 31 rounds of 32 words

__global__ void read_with_stride(const float* in, float* out, int n)
{
    __shared__ float data[WORDS];
    int t = threadIdx.x, lane = t % WARP;
#pragma unroll
    for (int k = 0; k < WORDS; k += BLOCK) data[k + t] = in[k + t];
    __syncthreads();

    int i = blockIdx.x * BLOCK + t;
    if (i >= n) return;
    float sum = data[BASE + STRIDE * lane];
#pragma unroll
    for (int k = 1; k < ROUNDS; ++k)  // 32 words further: the same banks again
        sum += data[BASE + STRIDE * lane + WARP * k];
    out[i] = sum;
}
