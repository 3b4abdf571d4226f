// A copy, 32 words per thread: each time a warp takes 32 neighbouring words.
constexpr int BLOCK = 256, ITEMS = 32;

__global__ void confusion_coalesced(const int* in, int* out)
{
    int first = blockIdx.x * BLOCK * ITEMS;
    for (int k = 0; k < ITEMS; ++k) {
        int i = first + k * BLOCK + threadIdx.x;
        out[i] = in[i];
    }
}
