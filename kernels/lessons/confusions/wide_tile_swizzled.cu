// The same tile without an extra word: each row stores its words in an order
// of its own, so that a column is spread over all banks.
constexpr int ROWS = 64, COLUMNS = 224;
extern __shared__ int S[];  // ROWS x COLUMNS words

__global__ void confusion_wide_tile_swizzled(const int* in, int* out)
{
    int first = blockIdx.x * ROWS * COLUMNS;
    for (int i = threadIdx.x; i < ROWS * COLUMNS; i += blockDim.x) {
        int row = i / COLUMNS, column = i % COLUMNS;
        S[row * COLUMNS + (column ^ row % 32)] = in[first + i];
    }
    __syncthreads();

    for (int i = threadIdx.x; i < ROWS * COLUMNS; i += blockDim.x) {
        int row = i % ROWS, column = i / ROWS;
        out[first + i] = S[row * COLUMNS + (column ^ row % 32)];
    }
}
