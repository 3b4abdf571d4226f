// Both tiles in shared memory: each element of A and of B is read from
// global memory n / 32 times instead of n times.
constexpr int TILE = 32;  // a block: 32 x 32 threads

__global__ void matmul_shared_ab(const float* A, const float* B, float* C,
                                 int n)
{
    __shared__ float As[TILE][TILE], Bs[TILE][TILE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int x = blockIdx.x * TILE + tx, y = blockIdx.y * TILE + ty;

    float sum = 0;
    for (int k0 = 0; k0 < n; k0 += TILE) {
        As[ty][tx] = A[y * n + k0 + tx];
        Bs[ty][tx] = B[(k0 + ty) * n + x];
        __syncthreads();
        for (int k = 0; k < TILE; ++k) sum += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }
    C[y * n + x] = sum;
}
