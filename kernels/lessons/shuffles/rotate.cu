// Each lane takes the value of the lane SHIFT further on, around a ring of
// WIDTH lanes: from register to register, without memory in between.
constexpr unsigned ALL = 0xffffffff;  // every lane takes part

__global__ void shuffle_rotate(const int* in, int* out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int value = in[i];
    int lane = threadIdx.x % 32;
    out[i] = __shfl_sync(ALL, value, lane + SHIFT, WIDTH);
}
