// A tile is written by rows and read by columns. Each row is PAD words longer.
constexpr int TILE = 32;

__global__ void confusion_pad_words(const int* in, int* out)
{
    __shared__ int S[TILE][TILE + PAD];
    int x = threadIdx.x, y = threadIdx.y;
    int first = blockIdx.x * TILE * TILE;
    S[y][x] = in[first + y * TILE + x];
    __syncthreads();

    out[first + y * TILE + x] = S[x][y];
}
