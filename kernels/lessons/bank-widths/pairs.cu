// Sixteen bytes per lane, and (STEP a power of two) every two lanes want the
// same ones: lane l and the lane STEP further on. Of a row, 16 are wanted.
constexpr int BLOCK = 256, WARP = 32;

__device__ float sum_of(float4 v) { return (v.x + v.y) + (v.z + v.w); }

__global__ void read_pairs(const float4* in, float* out, int n)
{
    __shared__ float4 data[ROUNDS][WARP];
    int t = threadIdx.x, lane = t % WARP, warp = t / WARP;
#pragma unroll
    for (int row = warp; row < ROUNDS + warp; row += BLOCK / WARP)
        if (row < ROUNDS) data[row][lane] = in[row * WARP + lane];
    __syncthreads();

    int i = blockIdx.x * BLOCK + t;
    if (i >= n) return;
    int shared_by_two = lane / (2 * STEP) * STEP + lane % STEP;
    float sum = sum_of(data[0][shared_by_two]);
#pragma unroll
    for (int k = 1; k < ROUNDS; ++k)  // again, one row further
        sum += sum_of(data[k][shared_by_two]);
    out[i] = sum;
}
