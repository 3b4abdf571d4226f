// C = A B, n x n floats, one element of C per thread. For each k a warp reads
// one word of A, a broadcast, and a line of B: two loads for one product.
constexpr int TILE = 32;  // a block: 32 x 32 threads

__global__ void matmul_no_shared(const float* A, const float* B, float* C,
                                 int n)
{
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;

    float sum = 0;
    for (int k = 0; k < n; ++k) sum += A[y * n + k] * B[k * n + x];
    C[y * n + x] = sum;
}
