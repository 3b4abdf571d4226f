#include "kernels/transfer/cuda_kernels.h"

namespace lanescope::transfer {
namespace {

constexpr unsigned threads = 256;

__global__ void read_words(const unsigned* data, std::uint64_t words, unsigned stride,
                           unsigned* sum) {
  const std::uint64_t step = std::uint64_t{gridDim.x} * blockDim.x * stride;
  std::uint64_t i = (std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x) * stride;
  unsigned own = 0;
#pragma unroll 8
  for (; i < words; i += step) own += data[i];
  if (own == 0xdeadbeef) *sum = own;  // keeps the loads
}

__global__ void write_words(unsigned* data, std::uint64_t words) {
  const std::uint64_t step = std::uint64_t{gridDim.x} * blockDim.x;
  for (std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < words; i += step)
    data[i] = static_cast<unsigned>(i);
}

__global__ void work(float* data, std::uint64_t count, std::uint32_t rounds) {
  const std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= count) return;
  float x = data[i];
  for (std::uint32_t round = 0; round < rounds; ++round) x = x * 0.999f + 0.5f;
  data[i] = x;
}

__global__ void wait(std::uint64_t nanoseconds) {
  std::uint64_t first, now;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(first));
  do {
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
  } while (now - first < nanoseconds);
}

__global__ void empty() {}

// CUDA C++ Best Practices Guide, "L2 Persisting Access Example".
__global__ void reuse(int* kept, std::uint64_t kept_words, int* streamed,
                      std::uint64_t streamed_words) {
  const std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= streamed_words) return;
  kept[i % kept_words] = 2 * kept[i % kept_words];
  streamed[i] = 2 * streamed[i];
}

unsigned blocks_for(std::uint64_t elements) {
  return static_cast<unsigned>((elements + threads - 1) / threads);
}

// Enough blocks to fill every GPU, each with a share of the data.
unsigned share_blocks(std::uint64_t elements) {
  constexpr unsigned most = 2112;  // 132 multiprocessors, 16 blocks each
  const std::uint64_t wanted = (elements + threads - 1) / threads;
  return wanted < most ? static_cast<unsigned>(wanted) : most;
}

}  // namespace

bool have_kernels() { return true; }

cudaError_t launch_read(const void* data, std::uint64_t bytes, unsigned stride, void* sum) {
  const std::uint64_t words = bytes / sizeof(unsigned);
  read_words<<<share_blocks(words / stride), threads>>>(static_cast<const unsigned*>(data), words,
                                                        stride, static_cast<unsigned*>(sum));
  return cudaGetLastError();
}

cudaError_t launch_write(void* data, std::uint64_t bytes) {
  const std::uint64_t words = bytes / sizeof(unsigned);
  write_words<<<share_blocks(words), threads>>>(static_cast<unsigned*>(data), words);
  return cudaGetLastError();
}

cudaError_t launch_work(void* data, std::uint64_t bytes, std::uint32_t rounds,
                        cudaStream_t stream) {
  const std::uint64_t count = bytes / sizeof(float);
  work<<<blocks_for(count), threads, 0, stream>>>(static_cast<float*>(data), count, rounds);
  return cudaGetLastError();
}

cudaError_t launch_wait(std::uint64_t nanoseconds, cudaStream_t stream) {
  wait<<<1, 1, 0, stream>>>(nanoseconds);
  return cudaGetLastError();
}

cudaError_t launch_empty() {
  empty<<<1, 1>>>();
  return cudaGetLastError();
}

cudaError_t launch_reuse(void* kept, std::uint64_t kept_bytes, void* streamed,
                         std::uint64_t streamed_bytes, cudaStream_t stream) {
  const std::uint64_t words = streamed_bytes / sizeof(int);
  reuse<<<blocks_for(words), threads, 0, stream>>>(
      static_cast<int*>(kept), kept_bytes / sizeof(int), static_cast<int*>(streamed), words);
  return cudaGetLastError();
}

}  // namespace lanescope::transfer
