// Kernels that launch kernels (CUDA C++ Programming Guide, "CUDA Dynamic Parallelism"). Linked with
// the device runtime by nvcc.
#include "kernels/transfer/cuda_kernels.h"

namespace lanescope::transfer {
namespace {

constexpr unsigned threads = 256;
constexpr unsigned child_threads = 32;

__global__ void child(unsigned* counter) {
  if (threadIdx.x == 0) atomicAdd(counter, 1u);
}

// One launch by each of the first `launches` threads.
__global__ void by_thread(unsigned launches, unsigned* counter) {
  if (blockIdx.x * blockDim.x + threadIdx.x < launches)
    child<<<1, child_threads, 0, cudaStreamFireAndForget>>>(counter);
}

// One launch by each block.
__global__ void by_block(unsigned* counter) {
  if (threadIdx.x == 0) child<<<1, child_threads, 0, cudaStreamFireAndForget>>>(counter);
}

// One launch for the grid, after all of it.
__global__ void by_grid(unsigned* counter) {
  if (blockIdx.x == 0 && threadIdx.x == 0)
    child<<<1, child_threads, 0, cudaStreamTailLaunch>>>(counter);
}

}  // namespace

cudaError_t launch_nested_by_thread(unsigned launches, unsigned* counter) {
  by_thread<<<(launches + threads - 1) / threads, threads>>>(launches, counter);
  return cudaGetLastError();
}

cudaError_t launch_nested_by_block(unsigned launches, unsigned* counter) {
  by_block<<<launches, child_threads>>>(counter);
  return cudaGetLastError();
}

cudaError_t launch_nested_by_grid(unsigned* counter) {
  by_grid<<<1, child_threads>>>(counter);
  return cudaGetLastError();
}

}  // namespace lanescope::transfer
