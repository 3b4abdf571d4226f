// The same copy: each thread has 32 words in a row to itself, as a processor's
// threads would. In each turn the lanes of a warp are 128 bytes apart.
constexpr int BLOCK = 256, ITEMS = 32;

__global__ void confusion_strided(const int* in, int* out)
{
    int first = blockIdx.x * BLOCK * ITEMS;
    for (int k = 0; k < ITEMS; ++k) {
        int i = first + threadIdx.x * ITEMS + k;
        out[i] = in[i];
    }
}
