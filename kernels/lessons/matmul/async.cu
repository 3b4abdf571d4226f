// cp.async copies B's next tile to shared memory without registers; A's tile
// is transposed on the way and needs them. One block per multiprocessor leaves
// room for 8 x 16 outputs per thread: six shared loads for 128 products. A's
// columns are swizzled by eights, differently every four rows: no conflicts.
constexpr int ROWS = 128, COLUMNS = 256, STEP = 16;  // 256 threads
constexpr int OUT_Y = 8, OUT_X = 16;   // a thread's outputs, in blocks of 4
constexpr int DOWN = 32, ACROSS = 16;  // from one of its blocks to the next

__device__ int swizzled(int row, int column)
{
    return column ^ row / 4 * 8;
}

__device__ void copy_16_bytes(float* to, const float* from)
{
    unsigned shared = __cvta_generic_to_shared(to);
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
                 :
                 : "r"(shared), "l"(from)
                 : "memory");
}

__device__ void wait_for_copies()  // of this thread
{
    asm volatile("cp.async.wait_all;" : : : "memory");
}

__global__ void __launch_bounds__(256, 1)
matmul_async(const float* A, const float* B, float* C, int n)
{
    __shared__ __align__(16) float As[2][STEP][ROWS], Bs[2][STEP][COLUMNS];
    int t = threadIdx.x, lane = t % 32, warp = t / 32;
    A += blockIdx.y * ROWS * n;
    B += blockIdx.x * COLUMNS;
    C += blockIdx.y * ROWS * n + blockIdx.x * COLUMNS;
    int ay = t / 4, ak = t % 4 * 4;        // what this thread fetches of A
    int bk = t / 64, bx = t % 64 * 4;      // ... and of B
    int y = warp / 4 * 64 + lane / 4 * 4;  // its first output
    int x = warp % 4 * 64 + lane % 4 * 4;  // a warp: 64 x 64

    float4 a4[2];
    auto load = [&](int buffer) {
#pragma unroll
        for (int i = 0; i < STEP; i += 4)
            copy_16_bytes(&Bs[buffer][bk + i][bx], &B[(bk + i) * n + bx]);
#pragma unroll
        for (int i = 0; i < 2; ++i)
            a4[i] = *(const float4*)&A[(ay + 64 * i) * n + ak];
        A += STEP;
        B += STEP * n;
    };
    auto store = [&](int buffer) {
#pragma unroll
        for (int i = 0; i < 2; ++i) {
            int column = swizzled(ak, ay + 64 * i);
            As[buffer][ak + 0][column] = a4[i].x;
            As[buffer][ak + 1][column] = a4[i].y;
            As[buffer][ak + 2][column] = a4[i].z;
            As[buffer][ak + 3][column] = a4[i].w;
        }
    };

    float sum[OUT_Y][OUT_X] = {};
    load(0);
    store(0);
    for (int k0 = 0, now = 0; k0 < n; k0 += STEP, now ^= 1) {
        wait_for_copies();
        __syncthreads();  // this buffer is full, the other one is free
        bool more = k0 + STEP < n;
        if (more) load(now ^ 1);
#pragma unroll
        for (int k = 0; k < STEP; ++k) {
            __align__(16) float a[OUT_Y], b[OUT_X];
#pragma unroll
            for (int i = 0; i < OUT_Y / 4; ++i)
                *(float4*)&a[4 * i] =
                    *(float4*)&As[now][k][swizzled(k, y) + i * DOWN];
#pragma unroll
            for (int j = 0; j < OUT_X / 4; ++j)
                *(float4*)&b[4 * j] = *(float4*)&Bs[now][k][x + j * ACROSS];
#pragma unroll
            for (int i = 0; i < OUT_Y; ++i)
#pragma unroll
                for (int j = 0; j < OUT_X; ++j) sum[i][j] += a[i] * b[j];
        }
        if (more) store(now ^ 1);
    }
#pragma unroll
    for (int i = 0; i < OUT_Y; ++i)
#pragma unroll
        for (int j = 0; j < OUT_X / 4; ++j)
            *(float4*)&C[(y + i / 4 * DOWN + i % 4) * n + x + j * ACROSS] =
                *(float4*)&sum[i][4 * j];
}
