// The same for groups of 64 numbers: 64 registers and more per thread, so
// fewer threads fit into a multiprocessor at a time.
constexpr int ITEMS = 64;

__global__ void occupancy_heavy(const int* in, int* out)
{
    int threads = gridDim.x * blockDim.x;
    int t = blockIdx.x * blockDim.x + threadIdx.x;

    int value[ITEMS], sum = 0;
#pragma unroll
    for (int k = 0; k < ITEMS; ++k) {
        value[k] = in[k * threads + t];
        sum += value[k];
    }
#pragma unroll
    for (int k = 0; k < ITEMS; ++k) out[k * threads + t] = value[k] - sum / ITEMS;
}
