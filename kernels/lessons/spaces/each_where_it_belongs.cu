// A sum over 16 neighbours, each with its weight. Every value lives where it
// belongs: one kernel that touches nearly every memory a GPU has.
constexpr int BLOCK = 128, TAPS = 16;
__constant__ int weight[TAPS] = {  // constant: all threads, and none writes it
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

__global__ void spaces_each(const int* in, int* out, int n, int turn)
{
    __shared__ int S[BLOCK];  // shared: the block's threads, as long as it runs
    int t = threadIdx.x;      // a register: this thread alone
    int i = blockIdx.x * BLOCK + t;
    S[t] = i < n ? in[i] : 0;  // global: all threads, and outlives the kernel
    __syncthreads();

    int mine[TAPS];  // local: this thread alone, its index known only at run time
#pragma unroll
    for (int k = 0; k < TAPS; ++k) mine[k] = S[(t + k) % BLOCK];

    int sum = 0;
#pragma unroll
    for (int k = 0; k < TAPS; ++k) sum += weight[k] * mine[(k + turn) % TAPS];
    if (i < n) out[i] = sum;
}
