// The tile with fewer threads: 32 x 8, and each moves four rows' elements.
constexpr int TILE = 32, ROWS = 8;

__global__ void transpose_rows4(const float* A, float* B, int n)
{
    __shared__ float S[TILE][TILE + PAD];  // 32 rows of 32 + PAD words

    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
#pragma unroll
    for (int j = 0; j < TILE; j += ROWS)
        S[threadIdx.y + j][threadIdx.x] = A[(y + j) * n + x];
    __syncthreads();

    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
#pragma unroll
    for (int j = 0; j < TILE; j += ROWS)
        B[(y + j) * n + x] = S[threadIdx.x][threadIdx.y + j];
}
