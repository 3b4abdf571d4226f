// One round of a program: what has just been copied in is added to the sum.
__global__ void add(int* sum, const int* part)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    sum[i] += part[i];
}
