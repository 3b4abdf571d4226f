// Two tiles of A, each read along its rows and stored in the same order. Now
// the column is read from the tile: down T, once for every product.
constexpr int TILE = 32;  // a block: 32 x 32 threads

__global__ void aat_column_reads(const float* A, float* C, int n)
{
    __shared__ float S[TILE][TILE], T[TILE][TILE + PAD];
    int tx = threadIdx.x, ty = threadIdx.y;
    int x = blockIdx.x * TILE + tx, y = blockIdx.y * TILE + ty;
    int row = blockIdx.x * TILE + ty;  // of A, for T

    float sum = 0;
    for (int k0 = 0; k0 < n; k0 += TILE) {
        int k = k0 + tx;
        S[ty][tx] = y < n && k < n ? A[y * n + k] : 0;
        T[ty][tx] = row < n && k < n ? A[row * n + k] : 0;
        __syncthreads();
        for (int i = 0; i < TILE; ++i) sum += S[ty][i] * T[tx][i];
        __syncthreads();
    }
    if (x < n && y < n) C[y * n + x] = sum;
}
