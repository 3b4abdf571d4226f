// Eight outputs per thread, one below the other: a word of B, once it is in a
// register, serves all eight. Nine shared loads for eight products instead of
// sixteen.
constexpr int TILE = 64, STEP = 8, ROWS = 8;  // a block: 512 threads

__global__ void matmul_rows8(const float* A, const float* B, float* C,
                             int n)
{
    __shared__ float As[TILE][STEP], Bs[STEP][TILE];
    int t = threadIdx.x;
    A += blockIdx.y * TILE * n;
    B += blockIdx.x * TILE;
    C += blockIdx.y * TILE * n + blockIdx.x * TILE;
    int x = t % TILE, y = t / TILE * ROWS;  // of the first output

    float sum[ROWS] = {};
    for (int k0 = 0; k0 < n; k0 += STEP) {
        As[t / STEP][t % STEP] = A[t / STEP * n + k0 + t % STEP];
        Bs[t / TILE][t % TILE] = B[(k0 + t / TILE) * n + t % TILE];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < STEP; ++k) {
            float b = Bs[k][x];
#pragma unroll
            for (int i = 0; i < ROWS; ++i) sum[i] += As[y + i][k] * b;
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < ROWS; ++i) C[(y + i) * n + x] = sum[i];
}
