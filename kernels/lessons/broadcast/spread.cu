// The words of one bank, spread: a row is 33 words long, so that each row
// begins one bank further on. Word [r][WORD] is in bank (r + WORD) % 32.
constexpr int BLOCK = 256, WARP = 32, ROWS = 64;

__global__ void read_spread(const float* in, float* out, int n)
{
    __shared__ float data[ROWS][WARP + 1];
    int t = threadIdx.x, lane = t % WARP, warp = t / WARP;
#pragma unroll
    for (int row = 0; row < ROWS; row += BLOCK / WARP)  // one row per warp
        data[row + warp][lane] = in[(row + warp) * WARP + lane];
    __syncthreads();

    int i = blockIdx.x * BLOCK + t;
    if (i >= n) return;
    float sum = data[lane / SHARE][WORD];
#pragma unroll
    for (int k = 1; k < ROUNDS; ++k)  // again, one row further
        sum += data[k + lane / SHARE][WORD];
    out[i] = sum;
}
