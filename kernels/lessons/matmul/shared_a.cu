// A's tile in shared memory: each word is read from global memory once per
// block, in whole lines, and from shared memory once for each product.
constexpr int TILE = 32;  // a block: 32 x 32 threads

__global__ void matmul_shared_a(const float* A, const float* B, float* C,
                                int n)
{
    __shared__ float As[TILE][TILE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int x = blockIdx.x * TILE + tx, y = blockIdx.y * TILE + ty;

    float sum = 0;
    for (int k0 = 0; k0 < n; k0 += TILE) {
        As[ty][tx] = A[y * n + k0 + tx];
        __syncwarp();  // row ty is written and read by one warp
        for (int k = 0; k < TILE; ++k)
            sum += As[ty][k] * B[(k0 + k) * n + x];
        __syncwarp();
    }
    C[y * n + x] = sum;
}
