// The sum is the same for one place in all periods: a thread makes it once,
// and writes it to all of them.
__global__ void sum_once(const int* in, int* out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int sum = 0;
    for (int t = 0; t < TIMES; ++t) sum += in[t * PERIOD + i];
    for (int t = 0; t < TIMES; ++t) out[t * PERIOD + i] = sum;
}
