// printf in kernels: its conversions, from one thread after the other; what it returns; and that the
// text comes when the host waits.
#include "common.h"

__global__ void conversions() {
  printf("%d %5d|%-5d|%05d %+d %i\n", 42, 42, 42, 42, 42, -42);
  printf("%u %x %X %#x %o %lu %llu %lld\n", 4000000000U, 255, 255, 255, 8, 1234567890123UL,
         18446744073709551615ULL, -5LL);
  printf("%f %.2f %10.3f|%-10.1f|%e %g %g\n", 1.5, 2.125, 3.0625, 4.5, 12345.678, 0.0001, 1e20);
  printf("%c%c %s %10s|%-10s|%.3s %%\n", 'a', 'b', "text", "right", "left", "truncated");
  printf("no argument\n");
}

__global__ void one_after_the_other() {
  for (int turn = 0; turn < static_cast<int>(blockDim.x); ++turn) {
    if (turn == static_cast<int>(threadIdx.x)) printf("thread %d: %d\n", turn, turn * turn);
    __syncthreads();
  }
}

__global__ void what_it_returns(int* results) {
  results[0] = printf("three arguments: %d %d %d\n", 1, 2, 3);
  results[1] = printf("none\n");
}

__device__ void describe(const char* name, float value, int depth) {
  if (depth == 0) {
    printf("%s is %.3f\n", name, value);
    return;
  }
  describe(name, value / 2, depth - 1);
}
__global__ void from_a_function() { describe("an eighth of ten", 10.0F, 3); }

int main() {
  std::printf("the host begins\n");
  std::fflush(stdout);
  conversions<<<1, 1>>>();
  CHECK(cudaDeviceSynchronize());
  one_after_the_other<<<1, 6>>>();
  CHECK(cudaDeviceSynchronize());
  const DeviceArray<int> results(2);
  what_it_returns<<<1, 1>>>(results);
  CHECK(cudaDeviceSynchronize());
  std::fflush(stdout);
  const std::vector<int> found = results.host();
  std::printf("returned %d and %d\n", found[0], found[1]);
  std::fflush(stdout);
  from_a_function<<<1, 1>>>();
  CHECK(cudaDeviceSynchronize());
  std::fflush(stdout);
  std::size_t bytes = 0;
  CHECK(cudaDeviceGetLimit(&bytes, cudaLimitPrintfFifoSize));
  std::printf("the host ends; %d\n", bytes >= 1 << 20);
}
