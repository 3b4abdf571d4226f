// B = transpose of A. A warp reads down a column of A: n words apart.
// It writes along a row of B: neighbouring lanes, neighbouring words.
constexpr int TILE = 32;  // a block: 32 x 32 threads, one element each

__global__ void transpose_coalesced_write(const float* A,
                                          float* B, int n)
{
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;

    B[y * n + x] = A[x * n + y];
}
