// Occupancy and attributes of functions: what does not depend on the machine's size, on any GPU with
// 2048 threads and 64 Ki registers in a multiprocessor.
#include "common.h"

__global__ void plain(int* out) { out[blockIdx.x * blockDim.x + threadIdx.x] = 1; }

__global__ void __launch_bounds__(128) bounded(int* out) { out[threadIdx.x] = 2; }

__global__ void with_shared(int* out) {
  __shared__ int part[2048];
  part[threadIdx.x] = static_cast<int>(threadIdx.x);
  __syncthreads();
  out[threadIdx.x] = part[blockDim.x - 1 - threadIdx.x];
}

__global__ void dynamic(int* out, int n) {
  extern __shared__ int part[];
  for (int i = threadIdx.x; i < n; i += blockDim.x) part[i] = i;
  __syncthreads();
  if (threadIdx.x == 0) *out = part[n - 1];
}

template <class Kernel>
int blocks(Kernel kernel, int threads, std::size_t bytes = 0) {
  int result = -1;
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&result, kernel, threads, bytes));
  return result;
}

int main() {
  std::printf("plain: %d %d %d %d\n", blocks(plain, 1024), blocks(plain, 256), blocks(plain, 64),
              blocks(plain, 32));
  std::printf("an odd size: %d\n", blocks(plain, 65));
  int grid = 0, block = 0;
  CHECK(cudaOccupancyMaxPotentialBlockSize(&grid, &block, plain));
  std::printf("the best block fills it: %d\n", blocks(plain, block) * block);
  CHECK(cudaOccupancyMaxPotentialBlockSize(&grid, &block, bounded));
  std::printf("bounded: %d at most\n", block);
  cudaFuncAttributes attributes = {};
  CHECK(cudaFuncGetAttributes(&attributes, bounded));
  std::printf("bounded: %d threads, %zu shared\n", attributes.maxThreadsPerBlock,
              attributes.sharedSizeBytes);
  CHECK(cudaFuncGetAttributes(&attributes, with_shared));
  std::printf("with shared: %d threads, %zu shared\n", attributes.maxThreadsPerBlock,
              attributes.sharedSizeBytes);

  const DeviceArray<int> out(1024);
  const int bytes = 64 * 1024;
  dynamic<<<1, 64, bytes>>>(out, bytes / 4);
  std::printf("64 KiB without asking: %s\n", cudaGetErrorName(cudaGetLastError()));
  CHECK(cudaFuncSetAttribute(dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
  dynamic<<<1, 64, bytes>>>(out, bytes / 4);
  std::printf("after asking: %s", cudaGetErrorName(cudaGetLastError()));
  std::printf(", %d\n", out.host()[0]);
  std::printf("bounded with 129: ");
  bounded<<<1, 129>>>(out);
  std::printf("%s\n", cudaGetErrorName(cudaGetLastError()));
  with_shared<<<1, 256>>>(out);
  std::printf("reversed: %d\n", out.host()[0]);

  cudaDeviceProp properties = {};
  CHECK(cudaGetDeviceProperties(&properties, 0));
  std::printf("warp %d, block %d, x %d y %d z %d, grid y %d, unified %d\n", properties.warpSize,
              properties.maxThreadsPerBlock, properties.maxThreadsDim[0], properties.maxThreadsDim[1],
              properties.maxThreadsDim[2], properties.maxGridSize[1], properties.unifiedAddressing);
}
