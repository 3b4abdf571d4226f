// Dynamic parallelism: a kernel that launches kernels, quicksort by recursive launches, and a fire
// and forget launch whose work is there when the host waits.
#include <algorithm>

#include "common.h"

__global__ void fill(int* values, int n, int factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) values[i] = factor * i;
}

__global__ void parent(int* values, int parts, int size) {
  const int part = threadIdx.x;
  if (part < parts) fill<<<(size + 31) / 32, 32>>>(values + part * size, size, part + 1);
}

__global__ void selection_sort(int* values, int left, int right) {
  for (int i = left; i < right; ++i) {
    int least = i;
    for (int j = i + 1; j <= right; ++j)
      if (values[j] < values[least]) least = j;
    const int kept = values[i];
    values[i] = values[least];
    values[least] = kept;
  }
}

__global__ void quicksort(int* values, int left, int right, int depth, int* launches) {
  atomicAdd(launches, 1);
  const int pivot = values[(left + right) / 2];
  int i = left, j = right;
  while (i <= j) {
    while (values[i] < pivot) ++i;
    while (values[j] > pivot) --j;
    if (i > j) break;
    const int kept = values[i];
    values[i++] = values[j];
    values[j--] = kept;
  }
  for (int side = 0; side < 2; ++side) {
    const int from = side == 0 ? left : i, to = side == 0 ? j : right;
    if (from >= to) continue;
    if (depth == 0 || to - from < 16) {
      selection_sort<<<1, 1, 0, cudaStreamFireAndForget>>>(values, from, to);
    } else {
      quicksort<<<1, 1, 0, cudaStreamFireAndForget>>>(values, from, to, depth - 1, launches);
    }
  }
}

int main() {
  const int parts = 6, size = 50;
  const DeviceArray<int> filled(parts * size);
  parent<<<1, 32>>>(filled, parts, size);
  CHECK(cudaDeviceSynchronize());
  const std::vector<int> found = filled.host();
  std::printf("filled: %d %d %d, bits %08x\n", found[1], found[size + 1], found.back(),
              checksum(found));
  const int n = 300;
  std::vector<int> values(n);
  Random random(10);
  for (int& each : values) each = random.below(10000);
  const DeviceArray<int> array(values), launches(1);
  quicksort<<<1, 1>>>(array, 0, n - 1, 5, launches);
  CHECK(cudaDeviceSynchronize());
  const std::vector<int> sorted = array.host();
  std::sort(values.begin(), values.end());
  std::printf("%s by %d launches; %d to %d\n", sorted == values ? "sorted" : "NOT SORTED",
              launches.host()[0], sorted.front(), sorted.back());
}
