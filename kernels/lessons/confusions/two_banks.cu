// One warp, 32 words: consecutive, but the last TWICE are words 32, 33, ...
// Banks 0, 1, ... TWICE-1 each have to give two words.
constexpr int LANES = 32;

__global__ void confusion_two_banks(const int* in, int* out)
{
    __shared__ int S[2 * LANES];
    int lane = threadIdx.x;
    in += blockIdx.x * 2 * LANES;
    S[lane] = in[lane];
    S[lane + LANES] = in[lane + LANES];
    __syncthreads();

    int word = lane < LANES - TWICE ? lane : lane + TWICE;
    out[blockIdx.x * LANES + lane] = S[word];
}
