// Each thread subtracts the mean of its ITEMS numbers from each of them. All
// of them stay in registers until the mean is known: few items, few registers.
constexpr int ITEMS = 4;

__global__ void occupancy_light(const int* in, int* out)
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
