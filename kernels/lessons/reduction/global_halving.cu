// Sums of 256 elements each, in place in global memory: the upper half is
// added to the lower until one element is left. Later loads hit in L1.
constexpr int BLOCK = 256;

__global__ void reduction_global(float* data, float* sums)
{
    float* part = data + blockIdx.x * BLOCK;
    int t = threadIdx.x;

    for (int half = BLOCK / 2; half > 0; half /= 2) {
        if (t < half) part[t] += part[t + half];
        __syncthreads();
    }
    if (t == 0) sums[blockIdx.x] = part[0];
}
