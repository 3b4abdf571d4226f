// B = transpose of A. A warp reads along a row of A: neighbouring lanes,
// neighbouring words. It writes down a column of B: n words apart.
constexpr int TILE = 32;  // a block: 32 x 32 threads, one element each

__global__ void transpose_coalesced_read(const float* A,
                                         float* B, int n)
{
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;

    B[x * n + y] = A[y * n + x];
}
