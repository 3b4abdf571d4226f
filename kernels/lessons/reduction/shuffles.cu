// A warp adds up from register to register: no shared memory, no barrier.
// Shared memory holds one word per warp, which the first warp adds up.
constexpr int BLOCK = 256, WARPS = BLOCK / 32;
constexpr unsigned ALL = 0xffffffff;  // every lane takes part

__device__ float sum_of_warp(float sum)  // in lane 0
{
#pragma unroll
    for (int half = 16; half > 0; half /= 2)
        sum += __shfl_down_sync(ALL, sum, half);
    return sum;
}

__global__ void reduction_shuffles(const float* data, float* sums, int n)
{
    __shared__ float W[WARPS];
    int t = threadIdx.x;
    float sum = 0;
#pragma unroll
    for (int k = 0; k < LOADS; ++k) {
        int i = (blockIdx.x * LOADS + k) * BLOCK + t;
        if (i < n) sum += data[i];
    }

    sum = sum_of_warp(sum);
    if (t % 32 == 0) W[t / 32] = sum;
    __syncthreads();
    if (t < 32) {
        sum = sum_of_warp(t < WARPS ? W[t] : 0);
        if (t == 0) sums[blockIdx.x] = sum;
    }
}
