// Texels of one byte, read as fractions. Each is sorted into one of LEVELS levels.
__global__ void textures_bytes(cudaTextureObject_t bytes, const int* table, int* out)
{
    int lane = threadIdx.x;
    float value = tex1D<float>(bytes, FIRST + lane + 0.5f);
    out[lane] = table[(int)(value * LEVELS)];
}
