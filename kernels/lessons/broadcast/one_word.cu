// Broadcast: all lanes want the same word. Its bank reads it once and hands
// it to every lane that asked.
constexpr int BLOCK = 256, WARP = 32, ROWS = 64;

__global__ void read_one_word(const float* in, float* out, int n)
{
    __shared__ float data[ROWS][WARP];  // bank b: words [0][b], [1][b], ...
    int t = threadIdx.x, lane = t % WARP, warp = t / WARP;
#pragma unroll
    for (int row = 0; row < ROWS; row += BLOCK / WARP)  // one row per warp
        data[row + warp][lane] = in[(row + warp) * WARP + lane];
    __syncthreads();

    int i = blockIdx.x * BLOCK + t;
    if (i >= n) return;
    float sum = data[0][WORD];
#pragma unroll
    for (int k = 1; k < ROUNDS; ++k)  // again, one row further
        sum += data[k][WORD];
    out[i] = sum;
}
