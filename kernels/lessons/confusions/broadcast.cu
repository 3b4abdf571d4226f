// All lanes use bank 0, from which they want WORDS different words.
constexpr int LANES = 32, ROWS = 8;

__global__ void confusion_broadcast(const int* in, int* out)
{
    __shared__ int S[ROWS][LANES];
    int lane = threadIdx.x;
    for (int row = 0; row < ROWS; ++row)
        S[row][lane] = in[(blockIdx.x * ROWS + row) * LANES + lane];
    __syncthreads();

    out[blockIdx.x * LANES + lane] = S[lane % WORDS][0];
}
