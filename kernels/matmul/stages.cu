// cp.async copies the tiles of the next steps straight to shared memory,
// past the registers: 8 x 16 outputs a thread now fill these. STAGES tiles
// go round: one is multiplied, the others are on their way.
constexpr int ROWS = 128, COLUMNS = 256, STEP = 16;  // a block's tile of C
constexpr int OUT_Y = 8, OUT_X = 16;   // a thread's outputs, in blocks of 4
constexpr int DOWN = 32, ACROSS = 16;  // from one of its blocks to the next

struct __align__(16) Stage {
    float A[STEP][ROWS + 4];  // turned; the 4 keep its stores apart
    float B[STEP][COLUMNS];
};
extern __shared__ Stage S[];  // STAGES of them

template <int BYTES>
__device__ void copy(float* to, const float* from)  // does not wait
{
    unsigned shared = __cvta_generic_to_shared(to);
    asm volatile("cp.async.ca.shared.global [%0], [%1], %2;"
                 :
                 : "r"(shared), "l"(from), "n"(BYTES)
                 : "memory");
}

__device__ void end_of_stage() { asm volatile("cp.async.commit_group;"); }

// Until all but the newest STAGES - 2 stages have come.
__device__ void wait_for_oldest()
{
    asm volatile("cp.async.wait_group %0;" : : "n"(STAGES - 2) : "memory");
}

__device__ void fetch(Stage& to, const float* A, const float* B, int n)
{
    int t = threadIdx.x;
    int k = t % 8, y = t / 8;  // of A: word by word, 8 x 4 words a warp
#pragma unroll
    for (int i = 0; i < ROWS; i += 32)
#pragma unroll
        for (int j = 0; j < STEP; j += 8)
            copy<4>(&to.A[k + j][y + i], &A[(y + i) * n + k + j]);
    int x = t % 64 * 4;
    k = t / 64;
#pragma unroll
    for (int j = 0; j < STEP; j += 4)
        copy<16>(&to.B[k + j][x], &B[(k + j) * n + x]);
    end_of_stage();
}

__global__ void __launch_bounds__(256, 1)
matmul_stages(const float* A, const float* B, float* C, int n)
{
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    A += blockIdx.y * ROWS * n;
    B += blockIdx.x * COLUMNS;
    C += blockIdx.y * ROWS * n + blockIdx.x * COLUMNS;
    int y = warp / 4 * 64 + lane / 4 * 4;  // its first output
    int x = warp % 4 * 64 + lane % 4 * 4;  // a warp: 64 x 64

    float sum[OUT_Y][OUT_X] = {};
    int steps = n / STEP;
#pragma unroll
    for (int s = 0; s < STAGES - 1; ++s)
        fetch(S[s], A + s * STEP, B + s * STEP * n, n);
    for (int s = 0; s < steps; ++s) {
        wait_for_oldest();  // this thread has copied the tile ...
        __syncthreads();    // ... and all have; the last one is free
        int next = s + STAGES - 1;
        if (next < steps)
            fetch(S[next % STAGES], A + next * STEP, B + next * STEP * n,
                  n);
        else
            end_of_stage();  // an empty one, so that the count goes on

        const Stage& now = S[s % STAGES];
#pragma unroll
        for (int k = 0; k < STEP; ++k) {
            __align__(16) float a[OUT_Y], b[OUT_X];
#pragma unroll
            for (int i = 0; i < OUT_Y / 4; ++i)
                *(float4*)&a[4 * i] = *(float4*)&now.A[k][y + i * DOWN];
#pragma unroll
            for (int j = 0; j < OUT_X / 4; ++j)
                *(float4*)&b[4 * j] = *(float4*)&now.B[k][x + j * ACROSS];
#pragma unroll
            for (int i = 0; i < OUT_Y; ++i)
#pragma unroll
                for (int j = 0; j < OUT_X; ++j) sum[i][j] += a[i] * b[j];
        }
    }
#pragma unroll
    for (int i = 0; i < OUT_Y; ++i)
#pragma unroll
        for (int j = 0; j < OUT_X / 4; ++j)
            *(float4*)&C[(y + i / 4 * DOWN + i % 4) * n + x + j * ACROSS] =
                *(float4*)&sum[i][4 * j];
}
