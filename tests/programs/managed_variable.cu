// Variables declared __managed__, and memory with advice and prefetches: the host uses them by name.
#include "common.h"

__managed__ int counter = 5;
__managed__ float table[8] = {1, 2, 4, 8};
struct Pair {
  int first, second;
};
__managed__ Pair pair = {10, 20};

__global__ void change() {
  const int i = threadIdx.x;
  atomicAdd(&counter, i);
  if (blockIdx.x > 0) return;
  if (i < 8) table[i] = 2 * table[i] + 1;
  if (i == 0) pair.second += pair.first;
}

__global__ void add_one(int* values, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) ++values[i];
}

int main() {
  std::printf("before: %d, %g, %d\n", counter, table[3], pair.second);
  change<<<1, 64>>>();
  CHECK(cudaDeviceSynchronize());
  std::printf("after: %d, %g %g, %d\n", counter, table[3], table[7], pair.second);
  counter = 1000;
  pair = {1, 1};
  change<<<2, 32>>>();
  CHECK(cudaDeviceSynchronize());
  std::printf("again: %d, %g %g, %d\n", counter, table[3], table[7], pair.second);

  const int n = 10000;
  int* values = nullptr;
  CHECK(cudaMallocManaged(&values, n * sizeof(int)));
  for (int i = 0; i < n; ++i) values[i] = i;
  cudaMemLocation device = {}, host = {};
  device.type = cudaMemLocationTypeDevice;
  host.type = cudaMemLocationTypeHost;
  CHECK(cudaMemAdvise(values, n * sizeof(int), cudaMemAdviseSetPreferredLocation, device));
  CHECK(cudaMemPrefetchAsync(values, n * sizeof(int), device, 0, nullptr));
  for (int round = 0; round < 3; ++round) {
    add_one<<<8, 128>>>(values, n);
    CHECK(cudaDeviceSynchronize());
    values[round] += 1000;
  }
  CHECK(cudaMemPrefetchAsync(values, n * sizeof(int), host, 0, nullptr));
  CHECK(cudaDeviceSynchronize());
  long long sum = 0;
  for (int i = 0; i < n; ++i) sum += values[i];
  std::printf("sum %lld, %d %d %d %d\n", sum, values[0], values[1], values[2], values[3]);
  cudaPointerAttributes of_managed = {};
  CHECK(cudaPointerGetAttributes(&of_managed, values));
  std::printf("managed: %d\n", of_managed.type == cudaMemoryTypeManaged);
  CHECK(cudaFree(values));
}
