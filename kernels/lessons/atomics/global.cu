// Each element adds 1 to its bin in global memory. From bin to bin it is
// GAP words.
__global__ void count_in_global(const int* in, int* bins, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&bins[in[i] * GAP], 1);
}
