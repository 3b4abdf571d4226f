// An array of n words, reversed: the last comes first. Each thread moves one
// word to its new place, and no thread needs another one.
__global__ void reverse_direct(const int* in, int* out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[n - 1 - i] = in[i];
}
