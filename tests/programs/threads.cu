// Several host threads with a stream each, that launch at the same time; one more shares what they
// made; errors are each thread's own.
#include <mutex>
#include <thread>

#include "common.h"

__global__ void collatz(int start, int n, int* most) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned long long value = start + i;
  int steps = 0;
  for (; value > 1; ++steps) value = value % 2 == 0 ? value / 2 : 3 * value + 1;
  atomicMax(most, steps);
}

__global__ void add_all(int* const* parts, int count, int* sum) {
  for (int i = 0; i < count; ++i) *sum += *parts[i];
}

int main() {
  constexpr int count = 6, each = 500;
  int results[count] = {}, *on_device[count] = {};
  const char* errors[count] = {};
  std::vector<std::thread> threads;
  for (int t = 0; t < count; ++t) {
    threads.emplace_back([&, t] {
      CHECK(cudaSetDevice(0));
      cudaStream_t stream;
      CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
      CHECK(cudaMalloc(&on_device[t], sizeof(int)));
      CHECK(cudaMemsetAsync(on_device[t], 0, sizeof(int), stream));
      for (int part = 0; part < 5; ++part)
        collatz<<<1, 128, 0, stream>>>(1 + t * each + part * 100, 100, on_device[t]);
      CHECK(cudaMemcpyAsync(&results[t], on_device[t], sizeof(int), cudaMemcpyDeviceToHost, stream));
      CHECK(cudaStreamSynchronize(stream));
      CHECK(cudaStreamDestroy(stream));
      if (t % 2 == 1) cudaSetDevice(4711);
      errors[t] = cudaGetErrorName(cudaGetLastError());
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (int t = 0; t < count; ++t)
    std::printf("thread %d: at most %d steps, error %s\n", t, results[t], errors[t]);
  std::printf("the main thread: %s\n", cudaGetErrorName(cudaGetLastError()));
  const DeviceArray<int*> parts(std::vector<int*>(on_device, on_device + count));
  const DeviceArray<int> sum(1);
  add_all<<<1, 1>>>(parts, count, sum);
  std::printf("sum: %d\n", sum.host()[0]);
  for (int* part : on_device) CHECK(cudaFree(part));
}
