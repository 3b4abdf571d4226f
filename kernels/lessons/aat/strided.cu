// C = A A^T: each element is one row of A times another. A warp reads one
// word of row y, a broadcast, and a column of 32 rows: words n apart, a
// sector each, for every single product.
constexpr int TILE = 32;  // a block: 32 x 32 threads

__global__ void aat_strided(const float* A, float* C, int n)
{
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    if (x >= n || y >= n) return;

    float sum = 0;
    for (int k = 0; k < n; ++k) sum += A[y * n + k] * A[x * n + k];
    C[y * n + x] = sum;
}
