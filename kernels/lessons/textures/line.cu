// A line of 16 texels; texel i holds i. Coordinates are normalized: the whole line
// is 0 to 1. Thread after thread asks one texel further to the right, from START
// 1024ths of a texel on. Each of the two blocks has 16 threads.
__global__ void textures_line(cudaTextureObject_t line, const int* label, int* out, int* unmixed)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = START / 1024.0f + i;
    float value = tex1D<float>(line, x / 16);
    out[i] = label[(int)value];
    if (value == floorf(value)) unmixed[i] = 1;
}
