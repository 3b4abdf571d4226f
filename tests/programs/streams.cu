// Streams and events: work in chunks over several streams, an order by events, host functions and
// callbacks, priorities, queries; times only as "not negative".
#include <mutex>
#include <string>

#include "common.h"

__global__ void work(const int* in, int* out, int n, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned value = static_cast<unsigned>(in[i]);
  for (int r = 0; r < rounds; ++r) value = value * 1664525U + 1013904223U;
  out[i] = static_cast<int>(value >> 8);
}

__global__ void add(int* to, const int* from, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[i] += from[i];
}

std::mutex mutex;
std::string trace;
void note(void* text) {
  const std::lock_guard lock(mutex);
  trace += static_cast<const char*>(text);
}
void CUDART_CB called(cudaStream_t, cudaError_t status, void* text) {
  const std::lock_guard lock(mutex);
  trace += static_cast<const char*>(text);
  trace += cudaGetErrorName(status);
}

int main() {
  const int n = 4096, parts = 4, part = n / parts;
  int *host_in, *host_out, *in, *out;
  CHECK(cudaMallocHost(&host_in, n * sizeof(int)));
  CHECK(cudaMallocHost(&host_out, n * sizeof(int)));
  CHECK(cudaMalloc(&in, n * sizeof(int)));
  CHECK(cudaMalloc(&out, n * sizeof(int)));
  for (int i = 0; i < n; ++i) host_in[i] = i;
  int least = 0, greatest = 0;
  CHECK(cudaDeviceGetStreamPriorityRange(&least, &greatest));
  std::printf("priorities: %d\n", least == 0 && greatest < 0);
  cudaStream_t streams[parts];
  cudaEvent_t start, end, done[parts];
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreate(&end));
  CHECK(cudaEventRecord(start));
  for (int s = 0; s < parts; ++s) {
    CHECK(cudaStreamCreateWithPriority(&streams[s], cudaStreamNonBlocking, s % 2 == 0 ? least : greatest));
    CHECK(cudaEventCreateWithFlags(&done[s], cudaEventDisableTiming));
    const int at = s * part;
    CHECK(cudaMemcpyAsync(in + at, host_in + at, part * sizeof(int), cudaMemcpyHostToDevice, streams[s]));
    work<<<part / 128, 128, 0, streams[s]>>>(in + at, out + at, part, 10 + s);
    CHECK(cudaMemcpyAsync(host_out + at, out + at, part * sizeof(int), cudaMemcpyDeviceToHost, streams[s]));
    CHECK(cudaEventRecord(done[s], streams[s]));
  }
  for (int s = 0; s < parts; ++s) CHECK(cudaEventSynchronize(done[s]));
  std::printf("chunks: bits %08x\n", checksum(std::vector<int>(host_out, host_out + n)));

  // Stream 1 waits for 0, and 2 for both.
  CHECK(cudaMemsetAsync(out, 0, n * sizeof(int), streams[0]));
  add<<<n / 128, 128, 0, streams[0]>>>(out, in, n);
  CHECK(cudaLaunchHostFunc(streams[0], note, const_cast<char*>("a ")));
  CHECK(cudaEventRecord(done[0], streams[0]));
  CHECK(cudaStreamWaitEvent(streams[1], done[0], 0));
  add<<<n / 128, 128, 0, streams[1]>>>(out, in, n);
  CHECK(cudaStreamAddCallback(streams[1], called, const_cast<char*>("b "), 0));
  CHECK(cudaEventRecord(done[1], streams[1]));
  CHECK(cudaStreamWaitEvent(streams[2], done[1], 0));
  add<<<n / 128, 128, 0, streams[2]>>>(out, in, n);
  CHECK(cudaLaunchHostFunc(streams[2], note, const_cast<char*>(" c")));
  CHECK(cudaMemcpyAsync(host_out, out, n * sizeof(int), cudaMemcpyDeviceToHost, streams[2]));
  CHECK(cudaStreamSynchronize(streams[2]));
  std::printf("in order: %d %d, trace: %s\n", host_out[1], host_out[n - 1], trace.c_str());
  std::printf("queries: %s, %s\n", cudaGetErrorName(cudaStreamQuery(streams[2])),
              cudaGetErrorName(cudaEventQuery(done[1])));
  CHECK(cudaEventRecord(end));
  CHECK(cudaEventSynchronize(end));
  float milliseconds = -1;
  CHECK(cudaEventElapsedTime(&milliseconds, start, end));
  std::printf("time is not negative: %d\n", milliseconds >= 0);
  for (int s = 0; s < parts; ++s) {
    unsigned flags = 0;
    int priority = 1;
    CHECK(cudaStreamGetFlags(streams[s], &flags));
    CHECK(cudaStreamGetPriority(streams[s], &priority));
    std::printf("stream %d: flags %u, of the %s priority\n", s, flags, priority == 0 ? "least" : "greatest");
    CHECK(cudaStreamDestroy(streams[s]));
    CHECK(cudaEventDestroy(done[s]));
  }
  CHECK(cudaEventDestroy(start));
  CHECK(cudaEventDestroy(end));
  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
  CHECK(cudaFreeHost(host_in));
  CHECK(cudaFreeHost(host_out));
}
