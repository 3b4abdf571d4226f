// The barrier is missing. A block of 64 threads is two warps, and each reads
// what the other has written, or not yet: nothing says which comes first.
constexpr int BLOCK = 64;

__global__ void reverse_no_barrier(const int* in, int* out, int n)
{
    __shared__ int S[BLOCK];
    int t = threadIdx.x;
    int back = BLOCK - 1 - t;
    int first = blockIdx.x * BLOCK;
    if (first + t < n) S[t] = in[first + t];
    // no __syncthreads()

    if (first + back < n) out[n - 1 - (first + back)] = S[back];
}
