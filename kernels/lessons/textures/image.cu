// An image of 8 x 4 pixels; pixel (x, y) holds its own number, 8 y + x. Thread
// (x, y) asks the texture at the place (x, y), moved by SHIFT 256ths of a pixel
// to the right and down.
__global__ void textures_image(cudaTextureObject_t image, float* out, int* own)
{
    int x = threadIdx.x, y = threadIdx.y, i = 8 * y + x;
    float value = tex2D<float>(image, x + SHIFT / 256.0f, y + SHIFT / 256.0f);
    out[i] = value;
    if (value == i) own[i] = 1;
}
