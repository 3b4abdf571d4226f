// Pixels r g b a, r g b a, ... sorted into four planes, one for each colour. A
// block's words wait in shared memory, with PAD unused words after every 32.
constexpr int BLOCK = 512, COLOURS = 4, PIXELS = BLOCK / COLOURS;

__device__ int place(int word) { return word + word / 32 * PAD; }

__global__ void latency_planes(const int* words, int* planes, int pixels)
{
    __shared__ int S[BLOCK + BLOCK / 32 * PAD];
    int t = threadIdx.x;
    S[place(t)] = words[blockIdx.x * BLOCK + t];
    __syncthreads();

    int pixel = t % PIXELS, colour = t / PIXELS;
    planes[colour * pixels + blockIdx.x * PIXELS + pixel] =
        S[place(pixel * COLOURS + colour)];
}
