// 8 x 8 outputs per thread: 16 words from shared memory for 64 products. All
// loads are of 16 bytes; A's tile is transposed so that its columns can be
// read in this way, too. Neighbours read 32 bytes apart: B's reads conflict.
constexpr int TILE = 128, STEP = 8, OUT = 8;  // a block: 256 threads

__global__ void __launch_bounds__(256)
matmul_tile8x8(const float* A, const float* B, float* C, int n)
{
    __shared__ __align__(16) float As[STEP][TILE], Bs[STEP][TILE];
    int t = threadIdx.x;
    A += blockIdx.y * TILE * n;
    B += blockIdx.x * TILE;
    C += blockIdx.y * TILE * n + blockIdx.x * TILE;
    int ay = t / 2, ak = t % 2 * 4;        // what this thread fetches of A
    int bk = t / 32, bx = t % 32 * 4;      // ... and of B
    int y = t / 16 * OUT, x = t % 16 * OUT;  // its first output

    float sum[OUT][OUT] = {};
    for (int k0 = 0; k0 < n; k0 += STEP) {
        float4 a4 = *(const float4*)&A[ay * n + k0 + ak];
        As[ak + 0][ay] = a4.x;
        As[ak + 1][ay] = a4.y;
        As[ak + 2][ay] = a4.z;
        As[ak + 3][ay] = a4.w;
        *(float4*)&Bs[bk][bx] = *(const float4*)&B[(k0 + bk) * n + bx];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < STEP; ++k) {
            __align__(16) float a[OUT], b[OUT];
#pragma unroll
            for (int i = 0; i < OUT; i += 4) {
                *(float4*)&a[i] = *(float4*)&As[k][y + i];
                *(float4*)&b[i] = *(float4*)&Bs[k][x + i];
            }
#pragma unroll
            for (int i = 0; i < OUT; ++i)
#pragma unroll
                for (int j = 0; j < OUT; ++j) sum[i][j] += a[i] * b[j];
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < OUT; ++i)
#pragma unroll
        for (int j = 0; j < OUT; j += 4)
            *(float4*)&C[(y + i) * n + x + j] = *(float4*)&sum[i][j];
}
