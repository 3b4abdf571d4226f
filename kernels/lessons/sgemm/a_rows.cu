// C = A B in tiles of 128 x 128 x 8, 8 x 8 outputs per thread. A's tile is
// stored by rows: a thread's eight words of a column lie in eight rows, so it
// takes eight loads of one word, while B's row takes two of 16 bytes.
constexpr int TILE = 128, STEP = 8, OUT = 8;  // a block: 256 threads
constexpr int APART = TILE / 2;  // from a thread's first four to the others

__global__ void __launch_bounds__(256, 2)
sgemm_a_rows(const float* A, const float* B, float* C, int n)
{
    __shared__ float As[TILE][STEP + PAD];
    __shared__ __align__(16) float Bs[STEP][TILE];
    int t = threadIdx.x, lane = t % 32, warp = t / 32;
    A += blockIdx.y * TILE * n;
    B += blockIdx.x * TILE;
    C += blockIdx.y * TILE * n + blockIdx.x * TILE;
    int ay = t / 2, ak = t % 2 * 4;    // what this thread fetches of A
    int bk = t / 32, bx = t % 32 * 4;  // ... and of B
    int y = warp / 2 * 16 + lane / 8 * 4;  // its first output
    int x = warp % 2 * 32 + lane % 8 * 4;

    float sum[OUT][OUT] = {};
    for (int k0 = 0; k0 < n; k0 += STEP) {
        float4 a4 = *(const float4*)&A[ay * n + k0 + ak];
        float4 b4 = *(const float4*)&B[(k0 + bk) * n + bx];
        As[ay][ak + 0] = a4.x;
        As[ay][ak + 1] = a4.y;
        As[ay][ak + 2] = a4.z;
        As[ay][ak + 3] = a4.w;
        *(float4*)&Bs[bk][bx] = b4;
        __syncthreads();
#pragma unroll
        for (int k = 0; k < STEP; ++k) {
            __align__(16) float a[OUT], b[OUT];
#pragma unroll
            for (int i = 0; i < OUT; ++i)
                a[i] = As[y + i / 4 * APART + i % 4][k];
            *(float4*)&b[0] = *(float4*)&Bs[k][x];
            *(float4*)&b[4] = *(float4*)&Bs[k][x + APART];
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
            *(float4*)&C[(y + i / 4 * APART + i % 4) * n + x + j / 4 * APART] =
                *(float4*)&sum[i][j];
}
