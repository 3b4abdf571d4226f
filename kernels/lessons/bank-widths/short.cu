// Two bytes per lane: two neighbours share a word, a warp wants 16 words.
constexpr int BLOCK = 256, WARP = 32;

__global__ void read_short(const short* in, float* out, int n)
{
    __shared__ short data[ROUNDS][WARP];  // one element per lane in each row
    int t = threadIdx.x, lane = t % WARP, warp = t / WARP;
#pragma unroll
    for (int row = warp; row < ROUNDS + warp; row += BLOCK / WARP)
        if (row < ROUNDS) data[row][lane] = in[row * WARP + lane];
    __syncthreads();

    int i = blockIdx.x * BLOCK + t;
    if (i >= n) return;
    float sum = data[0][lane];
#pragma unroll
    for (int k = 1; k < ROUNDS; ++k)  // again, one row further
        sum += data[k][lane];
    out[i] = sum;
}
