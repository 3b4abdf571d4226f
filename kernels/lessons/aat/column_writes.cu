// T is transposed as it is stored: what is read along a row of A is written
// down a column of T, once per tile. The products then read along rows.
constexpr int TILE = 32;  // a block: 32 x 32 threads

__global__ void aat_column_writes(const float* A, float* C, int n)
{
    __shared__ float S[TILE][TILE], T[TILE][TILE + PAD];
    int tx = threadIdx.x, ty = threadIdx.y;
    int x = blockIdx.x * TILE + tx, y = blockIdx.y * TILE + ty;
    int row = blockIdx.x * TILE + ty;  // of A, for T

    float sum = 0;
    for (int k0 = 0; k0 < n; k0 += TILE) {
        int k = k0 + tx;
        S[ty][tx] = y < n && k < n ? A[y * n + k] : 0;
        T[tx][ty] = row < n && k < n ? A[row * n + k] : 0;
        __syncthreads();
        for (int i = 0; i < TILE; ++i) sum += S[ty][i] * T[i][tx];
        __syncthreads();
    }
    if (x < n && y < n) C[y * n + x] = sum;
}
