// Pinned memory: allocated, mapped (kernels write it in place), write-combined, registered; what the
// runtime says of each pointer.
#include <cstring>

#include "common.h"

__global__ void square(const int* in, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] * in[i];
}

void describe(const char* name, const void* pointer) {
  cudaPointerAttributes attributes = {};
  CHECK(cudaPointerGetAttributes(&attributes, pointer));
  std::printf("%s: type %d, device %d, on the device %d, on the host %d\n", name, attributes.type,
              attributes.device, attributes.devicePointer != nullptr,
              attributes.hostPointer != nullptr);
}

int main() {
  const int n = 1000;
  int *in = nullptr, *out = nullptr, *combined = nullptr, *device = nullptr;
  CHECK(cudaMallocHost(&in, n * sizeof(int)));
  CHECK(cudaHostAlloc(&out, n * sizeof(int), cudaHostAllocMapped));
  CHECK(cudaHostAlloc(&combined, n * sizeof(int), cudaHostAllocWriteCombined | cudaHostAllocPortable));
  CHECK(cudaMalloc(&device, n * sizeof(int)));
  for (int i = 0; i < n; ++i) in[i] = combined[i] = i - 500;
  int *in_device = nullptr, *out_device = nullptr;
  CHECK(cudaHostGetDevicePointer(&in_device, in, 0));
  CHECK(cudaHostGetDevicePointer(&out_device, out, 0));
  square<<<8, 128>>>(in_device, out_device, n);
  CHECK(cudaDeviceSynchronize());
  std::printf("mapped: %d %d %d\n", out[0], out[500], out[999]);
  std::printf("same address: %d %d\n", in_device == in, out_device == out);

  CHECK(cudaMemcpyAsync(device, combined, n * sizeof(int), cudaMemcpyHostToDevice, nullptr));
  square<<<8, 128>>>(device, device, n);
  CHECK(cudaMemcpyAsync(in, device, n * sizeof(int), cudaMemcpyDeviceToHost, nullptr));
  CHECK(cudaStreamSynchronize(nullptr));
  std::printf("copied: %d %d %d\n", in[0], in[500], in[999]);

  int* plain = static_cast<int*>(std::aligned_alloc(4096, 4096));
  for (int i = 0; i < 1024; ++i) plain[i] = i;
  CHECK(cudaHostRegister(plain, 4096, cudaHostRegisterMapped));
  int* mapped = nullptr;
  CHECK(cudaHostGetDevicePointer(&mapped, plain, 0));
  square<<<8, 128>>>(mapped, mapped, 1024);
  CHECK(cudaDeviceSynchronize());
  std::printf("registered: %d %d\n", plain[10], plain[1023]);
  unsigned flags = 0;
  CHECK(cudaHostGetFlags(&flags, out));
  std::printf("flags: %u", flags);
  CHECK(cudaHostGetFlags(&flags, combined));
  std::printf(" %u\n", flags);
  describe("pinned", in);
  describe("inside", in + 10);
  describe("registered", plain);
  describe("device", device);
  CHECK(cudaHostUnregister(plain));
  int on_stack = 0;
  describe("unregistered", plain);
  describe("stack", &on_stack);
  std::free(plain);
  CHECK(cudaFreeHost(in));
  CHECK(cudaFreeHost(out));
  CHECK(cudaFreeHost(combined));
  CHECK(cudaFree(device));
}
