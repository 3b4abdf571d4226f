// Eight bytes per lane: a warp wants 64 words, more than the banks can give
// at a time. It is served in two halves of 16 lanes.
constexpr int BLOCK = 256, WARP = 32;

__device__ float sum_of(float2 v) { return v.x + v.y; }

__global__ void read_float2(const float2* in, float* out, int n)
{
    __shared__ float2 data[ROUNDS][WARP];  // one element per lane in each row
    int t = threadIdx.x, lane = t % WARP, warp = t / WARP;
#pragma unroll
    for (int row = warp; row < ROUNDS + warp; row += BLOCK / WARP)
        if (row < ROUNDS) data[row][lane] = in[row * WARP + lane];
    __syncthreads();

    int i = blockIdx.x * BLOCK + t;
    if (i >= n) return;
    float sum = sum_of(data[0][lane]);
#pragma unroll
    for (int k = 1; k < ROUNDS; ++k)  // again, one row further
        sum += sum_of(data[k][lane]);
    out[i] = sum;
}
