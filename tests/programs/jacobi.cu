// Integer smoothing in rounds with a barrier of the grid between them, by cudaLaunchKernelEx with the
// cooperative attribute; the same by one launch for each round.
#include <cooperative_groups.h>

#include "common.h"

namespace cg = cooperative_groups;

__device__ int smoothed(const int* v, int i, int n) {
  return i == 0 || i == n - 1 ? v[i] : (v[i - 1] + 2 * v[i] + v[i + 1] + 2) / 4;
}

__global__ void all_rounds(int* a, int* b, int n, int rounds) {
  const cg::grid_group grid = cg::this_grid();
  for (int round = 0; round < rounds; ++round) {
    const int* from = round % 2 == 0 ? a : b;
    int* to = round % 2 == 0 ? b : a;
    for (unsigned i = grid.thread_rank(); i < n; i += grid.size()) to[i] = smoothed(from, i, n);
    grid.sync();
  }
}

__global__ void one_round(const int* from, int* to, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[i] = smoothed(from, i, n);
}

int main() {
  const int n = 1000, rounds = 20;
  std::vector<int> values(n);
  Random random(4);
  for (int& each : values) each = random.below(100000);
  DeviceArray<int> a(values), b(n), c(values), d(n);

  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(8);
  config.blockDim = dim3(64);
  cudaLaunchAttribute attribute = {};
  attribute.id = cudaLaunchAttributeCooperative;
  attribute.val.cooperative = 1;
  config.attrs = &attribute;
  config.numAttrs = 1;
  CHECK(cudaLaunchKernelEx(&config, all_rounds, static_cast<int*>(a), static_cast<int*>(b), n, rounds));
  for (int round = 0; round < rounds; ++round)
    one_round<<<(n + 127) / 128, 128>>>(round % 2 == 0 ? c : d, round % 2 == 0 ? d : c, n);
  CHECK(cudaDeviceSynchronize());
  const std::vector<int> one = a.host(), other = c.host();
  std::printf("%s; %d %d %d, bits %08x\n", one == other ? "both agree" : "THEY DIFFER", one[0],
              one[1], one[n / 2], checksum(one));

  // A grid that can't be resident as a whole is refused.
  int blocks = 0, multiprocessors = 0;
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, all_rounds, 64, 0));
  CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0));
  config.gridDim = dim3(blocks * multiprocessors + 1);
  const cudaError_t error =
      cudaLaunchKernelEx(&config, all_rounds, static_cast<int*>(a), static_cast<int*>(b), n, rounds);
  std::printf("one block too many: %s\n", cudaGetErrorName(error));
  std::printf("then: %s\n", cudaGetErrorName(cudaGetLastError()));
}
