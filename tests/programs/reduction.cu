// Sums, minima and maxima: a tree in shared memory, shuffles, atomics, and a single launch whose
// last block adds up what the others left (the "threadfence reduction").
#include <climits>

#include "common.h"

template <class T>
__global__ void tree(const T* in, T* sums, int n) {
  extern __shared__ __align__(8) unsigned char bytes[];
  T* part = reinterpret_cast<T*>(bytes);
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  part[threadIdx.x] = i < n ? in[i] : T(0);
  for (int step = blockDim.x / 2; step > 0; step /= 2) {
    __syncthreads();
    if (threadIdx.x < step) part[threadIdx.x] += part[threadIdx.x + step];
  }
  if (threadIdx.x == 0) sums[blockIdx.x] = part[0];
}

__global__ void shuffled(const int* in, int n, int* sum, int* least, int* most) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int a = i < n ? in[i] : 0, b = i < n ? in[i] : INT_MAX, c = i < n ? in[i] : INT_MIN;
  for (int step = 16; step > 0; step /= 2) {
    a += __shfl_down_sync(0xffffffffU, a, step);
    b = min(b, __shfl_down_sync(0xffffffffU, b, step));
    c = max(c, __shfl_xor_sync(0xffffffffU, c, step));
  }
  if (threadIdx.x % 32 != 0) return;
  atomicAdd(sum, a);
  atomicMin(least, b);
  atomicMax(most, c);
}

__device__ unsigned blocks_done;

__global__ void last_block_adds(const int* in, int n, volatile int* parts, int* sum) {
  __shared__ int part;
  __shared__ bool is_last;
  if (threadIdx.x == 0) part = 0;
  __syncthreads();
  int own = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) own += in[i];
  atomicAdd(&part, own);
  __syncthreads();
  if (threadIdx.x == 0) {
    parts[blockIdx.x] = part;
    __threadfence();
    is_last = atomicInc(&blocks_done, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (!is_last) return;
  if (threadIdx.x == 0) part = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < gridDim.x; i += blockDim.x) atomicAdd(&part, parts[i]);
  __syncthreads();
  if (threadIdx.x == 0) *sum = part;
}

template <class T>
void by_tree(const char* name, int n) {
  std::vector<T> in(n);
  Random random(3);
  T expected = 0;
  for (T& each : in) expected += each = static_cast<T>(random.below(2001) - 1000);
  const int block = 256, blocks = (n + block - 1) / block;
  const DeviceArray<T> values(in), sums(blocks), sum(1);
  tree<T><<<blocks, block, block * sizeof(T)>>>(values, sums, n);
  tree<T><<<1, 64, 64 * sizeof(T)>>>(sums, sum, blocks);
  CHECK(cudaGetLastError());
  std::printf("tree of %s: %.0f, expected %.0f\n", name, static_cast<double>(sum.host()[0]),
              static_cast<double>(expected));
}

int main() {
  const int n = 12345;
  by_tree<int>("int", n);
  by_tree<float>("float", n);
  by_tree<double>("double", n);
  std::vector<int> in(n);
  Random random(11);
  for (int& each : in) each = random.below(200001) - 100000;
  const DeviceArray<int> values(in), parts(40);
  const DeviceArray<int> results(std::vector<int>{0, INT_MAX, INT_MIN});
  shuffled<<<(n + 127) / 128, 128>>>(values, n, results, results + 1, results + 2);
  const std::vector<int> found = results.host();
  std::printf("shuffled: sum %d, least %d, most %d\n", found[0], found[1], found[2]);
  for (int round = 0; round < 2; ++round) {  // the counter begins anew by itself
    last_block_adds<<<40, 64>>>(values, n, parts, results);
    std::printf("last block: %d\n", results.host()[0]);
  }
}
