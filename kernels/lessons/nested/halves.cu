// Each block takes `size` of the n numbers and adds the upper half of them to the lower half.
// Then it launches a grid of one block for the lower half.
__global__ void halves(int* data, int* total, int size, int n)
{
    int* mine = data + blockIdx.x * size;
    int count = min(size, n - static_cast<int>(blockIdx.x) * size);
    int half = (count + 1) / 2;
    if (threadIdx.x + half < count) mine[threadIdx.x] += mine[threadIdx.x + half];
    __syncthreads();
    if (threadIdx.x != 0) return;
    if (half > 1)
        halves<<<1, half, 0, cudaStreamFireAndForget>>>(mine, total, half, half);
    else
        atomicAdd(total, mine[0]);
}
