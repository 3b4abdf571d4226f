// The same words in rows of 32 + PAD: word w lies in row w / 32. The padding
// moves each row PAD banks further than the row before.
constexpr int BLOCK = 256, WARP = 32;
constexpr int ROWS = 96;  // 31 * 64 + 31, and 31 rounds of 32 words

__global__ void read_padded(const float* in, float* out, int n)
{
    __shared__ float data[ROWS][WARP + PAD];
    int t = threadIdx.x, lane = t % WARP, warp = t / WARP;
#pragma unroll
    for (int row = 0; row < ROWS; row += BLOCK / WARP)  // one row per warp
        data[row + warp][lane] = in[(row + warp) * WARP + lane];
    __syncthreads();

    int i = blockIdx.x * BLOCK + t;
    if (i >= n) return;
    int word = BASE + STRIDE * lane;
    float sum = data[word / WARP][word % WARP];
#pragma unroll
    for (int k = 1; k < ROUNDS; ++k)  // one row further: the same pattern
        sum += data[word / WARP + k][word % WARP];
    out[i] = sum;
}
