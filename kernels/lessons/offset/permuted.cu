// The same copy in another order: thread i copies element
// i ^ 5. This exchanges elements within groups of eight,
// so each element is still copied once.
__global__ void copy_permuted(const float* in, float* out, int n)
{
    int i = (blockIdx.x * blockDim.x + threadIdx.x) ^ 5;
    if (i < n) out[i + OFFSET] = in[i + OFFSET];
}
