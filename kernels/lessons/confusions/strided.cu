// The same copy: each thread has 32 consecutive words to itself, as a CPU's
// threads would. In each iteration a warp's lanes are 128 bytes apart.
constexpr int BLOCK = 256, ITEMS = 32;

__global__ void confusion_strided(const int* in, int* out)
{
    int first = blockIdx.x * BLOCK * ITEMS;
    for (int k = 0; k < ITEMS; ++k) {
        int i = first + threadIdx.x * ITEMS + k;
        out[i] = in[i];
    }
}
