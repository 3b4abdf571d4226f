// The same sums with everything in global memory: each thread fetches all of
// its neighbours, and the weights as well.
constexpr int BLOCK = 128, TAPS = 16;

__global__ void spaces_all_in_global(const int* in, const int* weight, int* out,
                                     int n, int turn)
{
    int t = threadIdx.x;
    int first = blockIdx.x * BLOCK;
    if (first + t >= n) return;

    int sum = 0;
#pragma unroll
    for (int k = 0; k < TAPS; ++k) {
        int i = first + (t + (k + turn) % TAPS) % BLOCK;
        if (i < n) sum += weight[k] * in[i];
    }
    out[first + t] = sum;
}
