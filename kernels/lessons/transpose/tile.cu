// B = transpose of A through a tile: both global accesses run along rows.
constexpr int TILE = 32;  // a block: 32 x 32 threads, one element each

__global__ void transpose_tile(const float* A,
                               float* B, int n)
{
    __shared__ float S[TILE][TILE + PAD];  // 32 rows of 32 + PAD words

    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    S[threadIdx.y][threadIdx.x] = A[y * n + x];
    __syncthreads();

    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    B[y * n + x] = S[threadIdx.x][threadIdx.y];
}
