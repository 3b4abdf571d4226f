// Neighbouring pairs: every second thread adds, then every fourth, ... For
// five steps each warp is split, and lanes wait; then ever fewer warps add.
constexpr int BLOCK = 256;

__global__ void reduction_neighbours(const float* data, float* sums)
{
    __shared__ float S[BLOCK];
    int t = threadIdx.x;
    S[t] = data[blockIdx.x * BLOCK + t];
    __syncthreads();

    for (int s = 1; s < BLOCK; s *= 2) {
        if (t % (2 * s) == 0) S[t] += S[t + s];
        __syncthreads();
    }
    if (t == 0) sums[blockIdx.x] = S[0];
}
