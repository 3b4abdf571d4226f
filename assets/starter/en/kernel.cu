// Each block transposes one tile of 32 x 32 floats.
// Edit this file in any editor: saving it runs it again.
// Try: press P for PAD = 1. What does the tile's read cost?
// Try: tile[y][x] in the last line. Is there a conflict?
// Try: make a mistake. The message is beside its line.
// PAD is a parameter: lesson.toml declares it.

__global__ void my_kernel(const float* in, float* out)
{
    __shared__ float tile[32][32 + PAD];
    int x = threadIdx.x, y = threadIdx.y;
    int first = blockIdx.x * 32 * 32;  // of this block's tile
    tile[y][x] = in[first + 32 * y + x];
    __syncthreads();
    out[first + 32 * y + x] = tile[x][y];
}
