// Bitonic sort: within a block in shared memory, beyond it one launch for each step; ascending and
// descending, of several types.
#include <algorithm>
#include <functional>

#include "common.h"

constexpr int block_size = 128;

template <class T>
__device__ void order(T& a, T& b, bool ascending) {
  if ((a > b) != ascending) return;
  const T kept = a;
  a = b;
  b = kept;
}

template <class T>
__global__ void sort_blocks(T* values, bool ascending) {
  __shared__ T part[2 * block_size];
  const int base = blockIdx.x * 2 * block_size, t = threadIdx.x;
  part[t] = values[base + t];
  part[t + block_size] = values[base + t + block_size];
  for (int size = 2; size <= 2 * block_size; size *= 2) {
    for (int step = size / 2; step > 0; step /= 2) {
      __syncthreads();
      const int at = 2 * t - (t & (step - 1));
      order(part[at], part[at + step], (((base + at) & size) == 0) == ascending);
    }
  }
  __syncthreads();
  values[base + t] = part[t];
  values[base + t + block_size] = part[t + block_size];
}

template <class T>
__global__ void merge_step(T* values, int size, int step, bool ascending) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x, at = 2 * t - (t & (step - 1));
  order(values[at], values[at + step], ((at & size) == 0) == ascending);
}

template <class T>
void run(const char* name, bool ascending) {
  const int n = 4096;
  std::vector<T> values(n);
  Random random(n + ascending);
  for (T& each : values) each = static_cast<T>(random.below(100000) - 50000) / 4;
  const DeviceArray<T> array(values);
  sort_blocks<T><<<n / 2 / block_size, block_size>>>(array, ascending);
  for (int size = 4 * block_size; size <= n; size *= 2)
    for (int step = size / 2; step > 0; step /= 2)
      merge_step<T><<<n / 2 / block_size, block_size>>>(array, size, step, ascending);
  CHECK(cudaGetLastError());
  const std::vector<T> sorted = array.host();
  std::sort(values.begin(), values.end());
  if (!ascending) std::reverse(values.begin(), values.end());
  std::printf("%-6s %s: %s, from %g to %g\n", name, ascending ? "ascending" : "descending",
              sorted == values ? "sorted" : "NOT SORTED", static_cast<double>(sorted.front()),
              static_cast<double>(sorted.back()));
}

int main() {
  run<int>("int", true);
  run<int>("int", false);
  run<float>("float", true);
  run<double>("double", false);
  run<short>("short", true);
  run<long long>("long", false);
}
