// Memory in the order of a stream: allocations and frees between launches, a pool of one's own with a
// threshold, and what the pool says.
#include "common.h"

__global__ void fill(int* values, int n, int value) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) values[i] = value + i;
}

__global__ void add(int* sum, const int* values, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(sum, values[i]);
}

int main() {
  int supported = 0;
  CHECK(cudaDeviceGetAttribute(&supported, cudaDevAttrMemoryPoolsSupported, 0));
  std::printf("pools: %d\n", supported);
  const int n = 1000;
  cudaStream_t stream;
  CHECK(cudaStreamCreate(&stream));
  int* sum = nullptr;
  CHECK(cudaMallocAsync(&sum, sizeof(int), stream));
  CHECK(cudaMemsetAsync(sum, 0, sizeof(int), stream));
  for (int round = 0; round < 5; ++round) {
    int* values = nullptr;
    CHECK(cudaMallocAsync(&values, n * sizeof(int), stream));
    fill<<<(n + 127) / 128, 128, 0, stream>>>(values, n, round);
    add<<<(n + 127) / 128, 128, 0, stream>>>(sum, values, n);
    CHECK(cudaFreeAsync(values, stream));
  }
  int found = 0;
  CHECK(cudaMemcpyAsync(&found, sum, sizeof found, cudaMemcpyDeviceToHost, stream));
  CHECK(cudaStreamSynchronize(stream));
  std::printf("sum: %d\n", found);

  cudaMemPoolProps properties = {};
  properties.allocType = cudaMemAllocationTypePinned;
  properties.location.type = cudaMemLocationTypeDevice;
  properties.location.id = 0;
  cudaMemPool_t pool = nullptr;
  CHECK(cudaMemPoolCreate(&pool, &properties));
  unsigned long long threshold = 1 << 20;
  CHECK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold));
  threshold = 0;
  CHECK(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold));
  std::printf("threshold: %llu\n", threshold);
  int* values = nullptr;
  CHECK(cudaMallocFromPoolAsync(&values, n * sizeof(int), pool, stream));
  fill<<<(n + 127) / 128, 128, 0, stream>>>(values, n, 100);
  CHECK(cudaMemsetAsync(sum, 0, sizeof(int), stream));
  add<<<(n + 127) / 128, 128, 0, stream>>>(sum, values, n);
  CHECK(cudaMemcpyAsync(&found, sum, sizeof found, cudaMemcpyDeviceToHost, stream));
  CHECK(cudaFreeAsync(values, stream));
  CHECK(cudaStreamSynchronize(stream));
  std::printf("from the pool: %d\n", found);
  CHECK(cudaMemPoolTrimTo(pool, 0));
  CHECK(cudaFreeAsync(sum, stream));
  CHECK(cudaStreamSynchronize(stream));
  CHECK(cudaMemPoolDestroy(pool));
  CHECK(cudaStreamDestroy(stream));
}
