// All elements, dealt out like cards. In each iteration neighbouring lanes
// copy neighbouring words, and the next iteration is n words further on.
__global__ void copy_side_by_side(const float* in, float* out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    for (int k = 0; k < STRIDE; ++k)
        out[k * n + i] = in[k * n + i];
}
