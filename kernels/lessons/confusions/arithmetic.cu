// A tile read by columns, and then a long calculation with each word.
constexpr int TILE = 32, ROUNDS = 256;

__global__ void confusion_arithmetic(const unsigned* in, unsigned* out)
{
    __shared__ unsigned S[TILE][TILE + PAD];
    int x = threadIdx.x, y = threadIdx.y;
    int first = blockIdx.x * TILE * TILE;
    S[y][x] = in[first + y * TILE + x];
    __syncthreads();

    unsigned word = S[x][y];
    for (int k = 0; k < ROUNDS; ++k) {  // Marsaglia's xorshift
        word ^= word << 13;
        word ^= word >> 17;
        word ^= word << 5;
    }
    out[first + y * TILE + x] = word;
}
