// Each thread adds up eight words. Neighbouring lanes are STRIDE words
// apart, and only the sums are written.
__global__ void add_with_gaps(const float* in, float* sums, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float sum = 0;
#pragma unroll
    for (int k = 0; k < 8; ++k) sum += in[(i + k * n) * STRIDE];
    sums[i] = sum;
}
