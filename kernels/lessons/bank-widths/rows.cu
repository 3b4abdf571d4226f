// Sixteen bytes per lane, read down a column: each lane has a row of eight
// float4, 32 words in all, as many as there are banks. PAD counts float4.
constexpr int BLOCK = 256, WARP = 32, COLUMNS = 8;

__device__ float sum_of(float4 v) { return (v.x + v.y) + (v.z + v.w); }

__global__ void read_rows(const float4* in, float* out, int n)
{
    __shared__ float4 data[WARP][COLUMNS + PAD];
    int t = threadIdx.x, lane = t % WARP;
    data[t / COLUMNS][t % COLUMNS] = in[t];
    __syncthreads();

    int i = blockIdx.x * BLOCK + t;
    if (i >= n) return;
    float sum = sum_of(data[lane][0]);
#pragma unroll
    for (int k = 1; k < ROUNDS; ++k)  // again, one column further
        sum += sum_of(data[lane][k]);
    out[i] = sum;
}
