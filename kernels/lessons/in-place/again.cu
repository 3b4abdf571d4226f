// Element i becomes the sum of the elements at its place in all periods. Each
// thread makes one sum, so every element is read by TIMES threads.
__global__ void sum_again(const int* in, int* out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int sum = 0;
    for (int t = 0; t < TIMES; ++t) sum += in[t * PERIOD + i % PERIOD];
    out[i] = sum;
}
