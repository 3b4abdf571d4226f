// The same counts, but each word is read once: the rounds are the inner
// loop, and each round has its count in a register.
constexpr int BLOCK = 512, WORDS = PIECE_KIB * 256;
constexpr int ROUNDS = (TOTAL_KIB + PIECE_KIB - 1) / PIECE_KIB;

__global__ void count_at_once(const int* in, int* out)
{
    int first = blockIdx.x * WORDS + threadIdx.x;
    int count[ROUNDS] = {};
    for (int k = 0; k < WORDS; k += BLOCK) {
        int word = in[first + k];
#pragma unroll
        for (int r = 0; r < ROUNDS; ++r) count[r] += word == r;
    }
#pragma unroll
    for (int r = 0; r < ROUNDS; ++r)
        out[(r * BLOCKS + blockIdx.x) * BLOCK + threadIdx.x] = count[r];
}
