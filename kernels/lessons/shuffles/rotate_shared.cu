// The same rotation the long way: every lane writes its value to shared
// memory, all wait, and every lane reads the value of another.
constexpr int BLOCK = 256;

__global__ void shuffle_rotate_shared(const int* in, int* out)
{
    __shared__ int S[BLOCK];
    int t = threadIdx.x;
    int i = blockIdx.x * BLOCK + t;
    S[t] = in[i];
    __syncwarp();  // no lane reads beyond its own warp

    int group = t / WIDTH * WIDTH;  // its first thread
    out[i] = S[group + (t + SHIFT) % WIDTH];
}
