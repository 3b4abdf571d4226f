// The same sums in shared memory: each step takes two loads, a store and a
// wait of the warp.
constexpr int BLOCK = 256;

__global__ void shuffle_sum_shared(const int* in, int* sums)
{
    __shared__ int S[BLOCK];
    int t = threadIdx.x;
    int i = blockIdx.x * BLOCK + t;
    S[t] = in[i];
    __syncwarp();
#pragma unroll
    for (int half = WIDTH / 2; half > 0; half /= 2) {
        if (t % WIDTH < half) S[t] += S[t + half];
        __syncwarp();
    }
    if (t % WIDTH == 0) sums[i / WIDTH] = S[t];
}
