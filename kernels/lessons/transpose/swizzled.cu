// B = transpose of A through a swizzled tile: element (row, column) lies in
// S[row][column ^ row]. No conflicts, and no memory used for padding.
constexpr int TILE = 32;  // a block: 32 x 32 threads, one element each

__global__ void transpose_swizzled(const float* A,
                                   float* B, int n)
{
    __shared__ float S[TILE][TILE];  // 32 rows of 32 words

    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    S[threadIdx.y][threadIdx.x ^ threadIdx.y] = A[y * n + x];
    __syncthreads();

    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    B[y * n + x] = S[threadIdx.x][threadIdx.y ^ threadIdx.x];
}
