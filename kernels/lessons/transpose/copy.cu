// B = A. Reads and writes as much as a transpose and does nothing else:
// something to compare the transposes with.
constexpr int TILE = 32;  // a block: 32 x 32 threads, one element each

__global__ void transpose_copy(const float* A, float* B, int n)
{
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;

    B[y * n + x] = A[y * n + x];
}
