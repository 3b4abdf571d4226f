// In round r each block counts the words that equal r in one piece of
// `in`: its own each time, or SHIFT pieces further on in each round.
constexpr int BLOCK = 512, WORDS = PIECE_KIB * 256;
constexpr int ROUNDS = (TOTAL_KIB + PIECE_KIB - 1) / PIECE_KIB;

__global__ void count_in_pieces(const int* in, int* out)
{
    for (int r = 0; r < ROUNDS; ++r) {
        int piece = (blockIdx.x + SHIFT * r) % BLOCKS;
        int first = piece * WORDS + threadIdx.x, count = 0;
#pragma unroll 32
        for (int k = 0; k < WORDS; k += BLOCK) count += in[first + k] == r;
        out[(r * BLOCKS + blockIdx.x) * BLOCK + threadIdx.x] = count;
    }
}
