// Sixteen bytes per lane: a warp wants 128 words. It is served in four
// quarters of eight lanes.
constexpr int BLOCK = 256, WARP = 32;

__device__ float sum_of(float4 v) { return (v.x + v.y) + (v.z + v.w); }

__global__ void read_float4(const float4* in, float* out, int n)
{
    __shared__ float4 data[ROUNDS][WARP];  // one element per lane in each row
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
