// An array of n words turned round: the last comes first. Each thread carries
// one word to its new place, and nobody needs anybody.
__global__ void reverse_direct(const int* in, int* out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[n - 1 - i] = in[i];
}
