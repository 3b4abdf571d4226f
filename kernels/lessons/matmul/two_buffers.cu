// While the products of one step are computed, the next tiles are in flight to
// registers. Then they go to the other buffer: one barrier per step. A warp
// computes 32 x 64 outputs, a lane four blocks of 4 x 4, so that lanes read
// side by side. PAD spreads the transposed stores of A over the banks.
constexpr int TILE = 128, STEP = 8;  // a block: 256 threads, 4 x 2 warps
constexpr int OUT = 8;  // 8 x 8 outputs a thread, in blocks of 4 x 4
constexpr int DOWN = 16, ACROSS = 32;  // from one of its blocks to the next

__global__ void __launch_bounds__(256, 2)
matmul_two_buffers(const float* A, const float* B, float* C, int n)
{
    __shared__ __align__(16) float As[2][STEP][TILE + PAD];
    __shared__ __align__(16) float Bs[2][STEP][TILE];
    int t = threadIdx.x, lane = t % 32, warp = t / 32;
    A += blockIdx.y * TILE * n;
    B += blockIdx.x * TILE;
    C += blockIdx.y * TILE * n + blockIdx.x * TILE;
    int ay = t / 2, ak = t % 2 * 4;    // what this thread fetches of A
    int bk = t / 32, bx = t % 32 * 4;  // ... and of B
    int y = warp / 2 * 32 + lane / 8 * 4;  // its first output
    int x = warp % 2 * 64 + lane % 8 * 4;

    float4 a4, b4;
    auto load = [&](int k0) {
        a4 = *(const float4*)&A[ay * n + k0 + ak];
        b4 = *(const float4*)&B[(k0 + bk) * n + bx];
    };
    auto store = [&](int buffer) {
        As[buffer][ak + 0][ay] = a4.x;
        As[buffer][ak + 1][ay] = a4.y;
        As[buffer][ak + 2][ay] = a4.z;
        As[buffer][ak + 3][ay] = a4.w;
        *(float4*)&Bs[buffer][bk][bx] = b4;
    };

    float sum[OUT][OUT] = {};
    load(0);
    store(0);
    __syncthreads();
    for (int k0 = 0, now = 0; k0 < n; k0 += STEP, now ^= 1) {
        bool more = k0 + STEP < n;
        if (more) load(k0 + STEP);
#pragma unroll
        for (int k = 0; k < STEP; ++k) {
            __align__(16) float a[OUT], b[OUT];
#pragma unroll
            for (int i = 0; i < OUT / 4; ++i) {
                *(float4*)&a[4 * i] = *(float4*)&As[now][k][y + i * DOWN];
                *(float4*)&b[4 * i] = *(float4*)&Bs[now][k][x + i * ACROSS];
            }
#pragma unroll
            for (int i = 0; i < OUT; ++i)
#pragma unroll
                for (int j = 0; j < OUT; ++j) sum[i][j] += a[i] * b[j];
        }
        if (more) store(now ^ 1);
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < OUT; ++i)
#pragma unroll
        for (int j = 0; j < OUT / 4; ++j)
            *(float4*)&C[(y + i / 4 * DOWN + i % 4) * n + x + j * ACROSS] =
                *(float4*)&sum[i][4 * j];
}
