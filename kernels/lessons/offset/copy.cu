// A copy that begins OFFSET elements into the arrays: lane 0 of the first
// warp wants element OFFSET, not element 0.
__global__ void copy_from_offset(const float* in, float* out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i + OFFSET] = in[i + OFFSET];
}
