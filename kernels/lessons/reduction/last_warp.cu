// One warp alone does the last six steps: no loop, no barrier of the block.
// Since Volta lanes need not run in step; __syncwarp() makes them wait.
constexpr int BLOCK = 256;

__device__ void add(float* S, int t, int half)
{
    float sum = S[t] + S[t + half];  // of no use beyond lane `half`
    __syncwarp();                    // all lanes have read
    S[t] = sum;
    __syncwarp();                    // all lanes have written
}

__global__ void reduction_last_warp(const float* data, float* sums, int n)
{
    __shared__ float S[BLOCK];
    int t = threadIdx.x;
    float sum = 0;
#pragma unroll
    for (int k = 0; k < LOADS; ++k) {
        int i = (blockIdx.x * LOADS + k) * BLOCK + t;
        if (i < n) sum += data[i];
    }
    S[t] = sum;
    __syncthreads();

    for (int half = BLOCK / 2; half > 32; half /= 2) {
        if (t < half) S[t] += S[t + half];
        __syncthreads();
    }
    if (t < 32) {
        add(S, t, 32);
        add(S, t, 16);
        add(S, t, 8);
        add(S, t, 4);
        add(S, t, 2);
        add(S, t, 1);
        if (t == 0) sums[blockIdx.x] = S[0];
    }
}
