// A copy, one byte per lane: a warp moves 32 bytes at a time.
__global__ void copy_char(const char* in, char* out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i];
}
