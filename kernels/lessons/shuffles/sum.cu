// The sum of every WIDTH neighbours: each lane adds the value of the lane
// `half` further on, and each step halves `half`. Lane 0 gets the group's sum.
constexpr unsigned ALL = 0xffffffff;

__global__ void shuffle_sum(const int* in, int* sums)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int sum = in[i];
#pragma unroll
    for (int half = WIDTH / 2; half > 0; half /= 2)
        sum += __shfl_down_sync(ALL, sum, half, WIDTH);
    if (i % WIDTH == 0) sums[i / WIDTH] = sum;
}
