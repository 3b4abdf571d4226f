// A tile that just fits: four blocks of 64 rows x 224 words in an H200's
// multiprocessor. Written by rows, read by columns; PAD more words per row.
constexpr int ROWS = 64, COLUMNS = 224, PITCH = COLUMNS + PAD;
extern __shared__ int S[];  // ROWS x PITCH words

__global__ void confusion_wide_tile(const int* in, int* out)
{
    int first = blockIdx.x * ROWS * COLUMNS;
    for (int i = threadIdx.x; i < ROWS * COLUMNS; i += blockDim.x) {
        int row = i / COLUMNS, column = i % COLUMNS;
        S[row * PITCH + column] = in[first + i];
    }
    __syncthreads();

    for (int i = threadIdx.x; i < ROWS * COLUMNS; i += blockDim.x) {
        int row = i % ROWS, column = i / ROWS;
        out[first + i] = S[row * PITCH + column];
    }
}
