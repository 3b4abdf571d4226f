// The same elements, dealt out from the beginning of the array: element i
// belongs to thread i, and the first OFFSET threads have nothing to do.
__global__ void copy_aligned(const float* in, float* out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= OFFSET && i < n + OFFSET) out[i] = in[i];
}
