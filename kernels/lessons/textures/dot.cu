// A texture of a single texel, which is 1; all around it the border is 0. The
// threads ask at places one texel apart, on all sides of it.
__global__ void textures_dot(cudaTextureObject_t dot, float* out, int* seen)
{
    int x = threadIdx.x, y = threadIdx.y, i = 8 * y + x;
    float value = tex2D<float>(dot, x - 3 + SHIFT / 256.0f, y - 1 + SHIFT / 256.0f);
    out[i] = value;
    if (value > 0) seen[i] = 1;
}
