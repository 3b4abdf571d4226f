// The tile in accesses of 16 bytes. Each thread transposes 4 x 4 elements
// in registers; the tile joins them to pieces of B's rows, 256 bytes each.
constexpr int TILE = 64, Q = TILE / 4;  // a block: Q x Q threads

__global__ void transpose_wide_tile(const float4* A, float4* B, int n)
{
    __shared__ float4 S[TILE][Q];  // B's tile: 64 rows of 16 x 16 bytes
    int x = threadIdx.x, y = threadIdx.y, pitch = n / 4;
    // Along blockIdx.x: rows of B. What runs together is written together.
    A += (blockIdx.x * TILE + 4 * y) * pitch + blockIdx.y * Q + x;
    float4 a = A[0], b = A[pitch], c = A[2 * pitch], d = A[3 * pitch];
    int s = y ^ x % 8;  // swizzled: 8 lanes store to 8 x 4 banks
    S[4 * x + 0][s] = make_float4(a.x, b.x, c.x, d.x);
    S[4 * x + 1][s] = make_float4(a.y, b.y, c.y, d.y);
    S[4 * x + 2][s] = make_float4(a.z, b.z, c.z, d.z);
    S[4 * x + 3][s] = make_float4(a.w, b.w, c.w, d.w);
    __syncthreads();
    B += blockIdx.y * TILE * pitch + blockIdx.x * Q + x;
#pragma unroll
    for (int r = y; r < y + TILE; r += Q)
        B[r * pitch] = S[r][x ^ r / 4 % 8];
}
