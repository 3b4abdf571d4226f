// An image of SIDE x SIDE texels. Each thread adds up 16 of them, and every texel
// is fetched once. COLUMNS 0: the lanes of a warp fetch texels side by side in a
// row; 1: below each other in a column.
__global__ void textures_walk(cudaTextureObject_t image, float* out)
{
    int along = blockIdx.x * blockDim.x + threadIdx.x;
    int first = blockIdx.y * 16;
    float sum = 0;
#pragma unroll
    for (int i = first; i < first + 16; ++i) {
        int x = COLUMNS ? i : along, y = COLUMNS ? along : i;
        sum += tex2D<float>(image, x + 0.5f, y + 0.5f);
    }
    out[blockIdx.y * SIDE + along] = sum;
}
