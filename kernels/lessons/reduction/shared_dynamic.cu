// The same with shared memory whose size is set at launch: one kernel for
// blocks of any size. If the number of elements is odd, the middle one waits.
extern __shared__ float S[];  // blockDim.x words

__global__ void reduction_dynamic(const float* data, float* sums, int n)
{
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;
    S[t] = i < n ? data[i] : 0;
    __syncthreads();

    for (int left = blockDim.x; left > 1;) {
        int half = (left + 1) / 2;
        if (t + half < left) S[t] += S[t + half];
        left = half;
        __syncthreads();
    }
    if (t == 0) sums[blockIdx.x] = S[0];
}
