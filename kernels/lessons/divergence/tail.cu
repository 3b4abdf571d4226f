// The grid is whole blocks, the array is not: threads beyond
// its end do nothing. One warp splits at most: nearly free.
__global__ void divergence_tail(const float* in, float* out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = 2 * in[i];
}
