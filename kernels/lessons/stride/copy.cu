// A copy of every STRIDE-th element: neighbouring lanes are STRIDE words
// apart, and what lies between them is not wanted.
__global__ void copy_with_stride(const float* in, float* out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i * STRIDE] = in[i * STRIDE];
}
