// The whole sum in one launch. Just enough blocks to fill the GPU go through
// the array with loads of 16 bytes, four in flight per thread. The last block
// to end adds up all blocks' sums, in order: the same bits every time.
constexpr int BLOCK = 512, WARPS = BLOCK / 32, LOADS = 4;
constexpr unsigned ALL = 0xffffffff;  // every lane takes part

__device__ float sum_of_warp(float sum)  // in lane 0
{
#pragma unroll
    for (int half = 16; half > 0; half /= 2)
        sum += __shfl_down_sync(ALL, sum, half);
    return sum;
}

__device__ float sum_of_block(float sum)  // in thread 0
{
    __shared__ float W[WARPS];
    int t = threadIdx.x;
    sum = sum_of_warp(sum);
    if (t % 32 == 0) W[t / 32] = sum;
    __syncthreads();
    return t < 32 ? sum_of_warp(t < WARPS ? W[t] : 0) : 0;
}

__global__ void reduction_one_pass(const float4* data, float* sums,
                                   unsigned* done, float* total, int n)
{
    int t = threadIdx.x;
    float sum = 0;
    for (int i = blockIdx.x * BLOCK * LOADS + t; i < n / 4;
         i += gridDim.x * BLOCK * LOADS) {
        float4 v[LOADS];
#pragma unroll
        for (int k = 0; k < LOADS; ++k) v[k] = data[i + k * BLOCK];
#pragma unroll
        for (int k = 0; k < LOADS; ++k)
            sum += (v[k].x + v[k].y) + (v[k].z + v[k].w);
    }
    sum = sum_of_block(sum);

    __shared__ bool is_last;
    if (t == 0) {
        sums[blockIdx.x] = sum;
        __threadfence();  // others see the sum before the count
        is_last = atomicAdd(done, 1) == gridDim.x - 1;
        __threadfence();
    }
    __syncthreads();
    if (!is_last) return;

    sum = 0;
    for (int i = t; i < gridDim.x; i += BLOCK) sum += sums[i];
    sum = sum_of_block(sum);
    if (t == 0) *total = sum;
}
