// Each lane exchanges values with a partner 16 away, then 8 away, ... Both
// add, so that in the end every lane of a group has the sum.
constexpr unsigned ALL = 0xffffffff;

__global__ void shuffle_sum_everywhere(const int* in, int* out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int sum = in[i];
#pragma unroll
    for (int half = WIDTH / 2; half > 0; half /= 2)
        sum += __shfl_xor_sync(ALL, sum, half, WIDTH);
    out[i] = sum;
}
