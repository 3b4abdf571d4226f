// C = A B in tiles of 128 x 128 x 8, 8 x 8 outputs per thread, with loads of
// 16 bytes. A's tile is transposed so that its columns can be read in this
// way. MAP chooses which lane computes what: other banks, the same products.
constexpr int TILE = 128, STEP = 8, OUT = 8;  // a block: 256 threads

// A thread makes OUT / 4 x OUT / 4 blocks of 4 x 4 outputs. From lane to
// lane they lie UNIT apart, from the thread's first to its second APART.
constexpr int UNIT = MAP == 0 ? 8 : 4;
constexpr int APART = MAP == 0 ? 4 : TILE / 2;

__global__ void __launch_bounds__(256, 2)
sgemm(const float* A, const float* B, float* C, int n)
{
    __shared__ __align__(16) float As[STEP][TILE + PAD], Bs[STEP][TILE];
    int t = threadIdx.x, lane = t % 32, warp = t / 32;
    A += blockIdx.y * TILE * n;
    B += blockIdx.x * TILE;
    C += blockIdx.y * TILE * n + blockIdx.x * TILE;
    int ay = t / 2, ak = t % 2 * 4;    // what this thread fetches of A
    int bk = t / 32, bx = t % 32 * 4;  // ... and of B

    int row = lane / 8, column = lane % 8;  // a warp: 4 x 8 lanes
    if (MAP == 2) {                         // ... in squares of 2 x 2
        row = lane / 16 * 2 + lane / 2 % 2;
        column = lane / 4 % 4 * 2 + lane % 2;
    }
    int y = (warp / 2 * 4 + row) * UNIT;  // its first output
    int x = (warp % 2 * 8 + column) * UNIT;

    float sum[OUT][OUT] = {};
    for (int k0 = 0; k0 < n; k0 += STEP) {
        float4 a4 = *(const float4*)&A[ay * n + k0 + ak];
        float4 b4 = *(const float4*)&B[(k0 + bk) * n + bx];
        As[ak + 0][ay] = a4.x;
        As[ak + 1][ay] = a4.y;
        As[ak + 2][ay] = a4.z;
        As[ak + 3][ay] = a4.w;
        *(float4*)&Bs[bk][bx] = b4;
        __syncthreads();
#pragma unroll
        for (int k = 0; k < STEP; ++k) {
            __align__(16) float a[OUT], b[OUT];
            *(float4*)&a[0] = *(float4*)&As[k][y];
            *(float4*)&a[4] = *(float4*)&As[k][y + APART];
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
