// Shared memory whose size is set at launch: the same kernel for blocks of any
// size. The array has no length here; the third number in <<< >>> gives it.
extern __shared__ int S[];  // blockDim.x words

__global__ void reverse_dynamic(const int* in, int* out, int n)
{
    int t = threadIdx.x;
    int back = blockDim.x - 1 - t;
    int first = blockIdx.x * blockDim.x;
    if (first + t < n) S[t] = in[first + t];
    __syncthreads();

    if (first + back < n) out[n - 1 - (first + back)] = S[back];
}
