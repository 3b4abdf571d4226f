// C = A A^T: each element is one row of A times another. For every product a
// warp reads one word of row y (a broadcast) and one word from each of 32
// rows: these are n words apart, from n = 8 on each in a sector of its own.
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
