// The same through shared memory: each block reverses 64 words. A thread
// writes the word that another one has fetched: in between, all must wait.
constexpr int BLOCK = 64;

__global__ void reverse_static(const int* in, int* out, int n)
{
    __shared__ int S[BLOCK];
    int t = threadIdx.x;
    int back = BLOCK - 1 - t;        // the thread whose word this one writes
    int first = blockIdx.x * BLOCK;  // of the block's words
    if (first + t < n) S[t] = in[first + t];
    __syncthreads();

    if (first + back < n) out[n - 1 - (first + back)] = S[back];
}
