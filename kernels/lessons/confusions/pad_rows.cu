// The same tile, padded on the other side: PAD more rows.
constexpr int TILE = 32;

__global__ void confusion_pad_rows(const int* in, int* out)
{
    __shared__ int S[TILE + PAD][TILE];
    int x = threadIdx.x, y = threadIdx.y;
    int first = blockIdx.x * TILE * TILE;
    S[y][x] = in[first + y * TILE + x];
    __syncthreads();

    out[first + y * TILE + x] = S[x][y];
}
