// The barrier is inside the branch. At the end of the array some threads have
// no word to fetch, so they never reach it.
constexpr int BLOCK = 64;

__global__ void reverse_barrier_in_branch(const int* in, int* out, int n)
{
    __shared__ int S[BLOCK];
    int t = threadIdx.x;
    int back = BLOCK - 1 - t;
    int first = blockIdx.x * BLOCK;
    if (first + t < n) {
        S[t] = in[first + t];
        __syncthreads();
    }

    if (first + back < n) out[n - 1 - (first + back)] = S[back];
}
