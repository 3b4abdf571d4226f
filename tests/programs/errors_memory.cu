// The error table: wrong calls that allocate, free, copy and fill memory.
#include <cstdint>
#include <vector>

#include "errors.h"

__constant__ int constant[4];
__device__ int variable[4];
int on_host[4];
__global__ void use() { variable[threadIdx.x] = constant[threadIdx.x]; }

void allocations(char* device, char* pinned, char* plain) {
  void* p = nullptr;
  std::size_t pitch = 0;
  const std::size_t absurd = std::size_t{1} << 50;
  row("cudaMalloc, no pointer", cudaMalloc((void**)nullptr, 4));
  row("cudaMalloc, no bytes", cudaMalloc(&p, 0));
  std::printf("  and the pointer is null: %d\n", p == nullptr);
  row("cudaMalloc, too much", cudaMalloc(&p, absurd));
  row("cudaMallocHost, too much", cudaMallocHost(&p, absurd));
  row("cudaMallocManaged, no bytes", cudaMallocManaged(&p, 0));
  row("cudaMallocManaged, wrong flags", cudaMallocManaged(&p, 4, 77));
  row("cudaMallocManaged, too much", cudaMallocManaged(&p, absurd));
  row("cudaMallocPitch, no pitch", cudaMallocPitch(&p, nullptr, 4, 4));
  row("cudaMallocPitch, too much", cudaMallocPitch(&p, &pitch, absurd, 4));
  row("cudaHostAlloc, wrong flags", cudaHostAlloc(&p, 4, 0x100));
  row("cudaMallocAsync, too much", cudaMallocAsync(&p, absurd, nullptr));
  row("cudaFree, null", cudaFree(nullptr));
  row("cudaFree, host memory", cudaFree(plain));
  row("cudaFree, within an allocation", cudaFree(device + 256));
  row("cudaFree, pinned", cudaFree(pinned));
  row("cudaFree, far away", cudaFree(reinterpret_cast<void*>(std::uintptr_t{0x7fff'ffff'0000})));
  cudaMalloc(&p, 64);
  row("cudaFree", cudaFree(p));
  row("cudaFree, twice", cudaFree(p));
  row("cudaFreeHost, null", cudaFreeHost(nullptr));
  row("cudaFreeHost, device memory", cudaFreeHost(device));
  row("cudaFreeHost, host memory", cudaFreeHost(plain));
  row("cudaHostRegister, null", cudaHostRegister(nullptr, 4, 0));
  row("cudaHostRegister, no bytes", cudaHostRegister(plain, 0, 0));
  row("cudaHostRegister, wrong flags", cudaHostRegister(plain, 64, 0x100));
  row("cudaHostRegister", cudaHostRegister(plain, 4096, 0));
  row("cudaHostRegister, twice", cudaHostRegister(plain, 4096, 0));
  row("cudaHostUnregister", cudaHostUnregister(plain));
  row("cudaHostUnregister, twice", cudaHostUnregister(plain));
  row("cudaHostGetDevicePointer, host memory", cudaHostGetDevicePointer(&p, plain, 0));
  row("cudaHostGetDevicePointer, wrong flags", cudaHostGetDevicePointer(&p, pinned, 1));
  unsigned flags = 0;
  row("cudaHostGetFlags, host memory", cudaHostGetFlags(&flags, plain));
  row("cudaPointerGetAttributes, no attributes", cudaPointerGetAttributes(nullptr, device));
  cudaArray_t array = nullptr;
  cudaChannelFormatDesc format = {32, 0, 0, 0, cudaChannelFormatKindFloat};
  row("cudaMallocArray, no format", cudaMallocArray(&array, nullptr, 4, 4));
  row("cudaMallocArray, no width", cudaMallocArray(&array, &format, 0, 4));
  format.x = 7;
  row("cudaMallocArray, 7 bits", cudaMallocArray(&array, &format, 4, 4));
  row("cudaFreeArray, null", cudaFreeArray(nullptr));
}

void copies(char* device, char* pinned, char* plain) {
  void* freed = nullptr;
  cudaMalloc(&freed, 4 << 20);
  cudaFree(freed);
  const auto to = cudaMemcpyHostToDevice, from = cudaMemcpyDeviceToHost;
  row("cudaMemcpy, to null", cudaMemcpy(nullptr, plain, 4, to));
  row("cudaMemcpy, from null", cudaMemcpy(device, nullptr, 4, to));
  row("cudaMemcpy, no bytes", cudaMemcpy(nullptr, nullptr, 0, to));
  row("cudaMemcpy, kind 17", cudaMemcpy(device, plain, 4, static_cast<cudaMemcpyKind>(17)));
  row("cudaMemcpy, swapped pointers", cudaMemcpy(plain, device, 4, to));
  row("cudaMemcpy, swapped back", cudaMemcpy(device, plain, 4, from));
  row("cudaMemcpy, device to device of host memory", cudaMemcpy(plain, plain + 64, 4, cudaMemcpyDeviceToDevice));
  row("cudaMemcpy, to the device from the device", cudaMemcpy(device, device + 64, 4, to));
  row("cudaMemcpy, host to host", cudaMemcpy(plain, plain + 64, 4, cudaMemcpyHostToHost));
  row("cudaMemcpy, the host to the host, pinned", cudaMemcpy(pinned, plain, 4, cudaMemcpyHostToHost));
  row("cudaMemcpy, host to host of the device", cudaMemcpy(device, device + 64, 4, cudaMemcpyHostToHost));
  row("cudaMemcpy, default", cudaMemcpy(device, plain, 4, cudaMemcpyDefault));
  row("cudaMemcpy, too long", cudaMemcpy(device, plain, 8192, to));
  row("cudaMemcpy, to freed memory", cudaMemcpy(freed, plain, 4, to));
  row("cudaMemcpyAsync, to null", cudaMemcpyAsync(nullptr, plain, 4, to, nullptr));
  row("cudaMemcpyAsync, too long", cudaMemcpyAsync(device, plain, 8192, to, nullptr));
  row("cudaMemcpy2D, narrow pitch", cudaMemcpy2D(device, 8, plain, 64, 16, 4, to));
  row("cudaMemcpy2D, narrow pitch of the source", cudaMemcpy2D(device, 64, plain, 8, 16, 4, to));
  row("cudaMemcpy2D, no width", cudaMemcpy2D(device, 8, plain, 8, 0, 4, to));
  row("cudaMemcpy2D, to null", cudaMemcpy2D(nullptr, 64, plain, 64, 16, 4, to));
  row("cudaMemset, null", cudaMemset(nullptr, 0, 4));
  row("cudaMemset, no bytes", cudaMemset(nullptr, 0, 0));
  row("cudaMemset, host memory", cudaMemset(plain, 0, 4));
  row("cudaMemset, too long", cudaMemset(device, 0, 8 << 20));
  row("cudaMemset, pinned", cudaMemset(pinned, 0, 4));
  row("cudaMemset2D, narrow pitch", cudaMemset2D(device, 8, 0, 16, 4));
  row("cudaMemcpyToSymbol, no symbol", cudaMemcpyToSymbol(on_host, plain, 4));
  row("cudaMemcpyToSymbol, too long", cudaMemcpyToSymbol(constant, plain, 20));
  row("cudaMemcpyToSymbol, offset", cudaMemcpyToSymbol(constant, plain, 8, 12));
  row("cudaMemcpyToSymbol, kind", cudaMemcpyToSymbol(constant, plain, 4, 0, from));
  row("cudaMemcpyToSymbol, from null", cudaMemcpyToSymbol(constant, nullptr, 4));
  row("cudaMemcpyFromSymbol, kind", cudaMemcpyFromSymbol(plain, variable, 4, 0, to));
  row("cudaMemcpyFromSymbol, no symbol", cudaMemcpyFromSymbol(plain, on_host, 4));
  void* address = nullptr;
  std::size_t bytes = 0;
  row("cudaGetSymbolAddress, no symbol", cudaGetSymbolAddress(&address, on_host));
  row("cudaGetSymbolSize, no symbol", cudaGetSymbolSize(&bytes, on_host));
  row("cudaMemcpyPeer, no such device", cudaMemcpyPeer(device, 4711, device + 64, 0, 4));
  cudaMemLocation there = {};
  there.type = cudaMemLocationTypeDevice;
  row("cudaMemPrefetchAsync, device memory", cudaMemPrefetchAsync(device, 4, there, 0, nullptr));
  row("cudaMemAdvise, device memory", cudaMemAdvise(device, 4, cudaMemAdviseSetReadMostly, there));
  void* managed = nullptr;
  cudaMallocManaged(&managed, 4096);
  there.id = 4711;
  row("cudaMemPrefetchAsync, no such device", cudaMemPrefetchAsync(managed, 4, there, 0, nullptr));
  row("cudaMemcpy, managed as host", cudaMemcpy(managed, plain, 4, cudaMemcpyHostToHost));
  row("cudaMemset, managed", cudaMemset(managed, 0, 4));
  cudaFree(managed);
}

int main() {
  char *device = nullptr, *pinned = nullptr;
  char* plain = static_cast<char*>(std::aligned_alloc(4096, 1 << 16));
  cudaMalloc(&device, 4096);
  cudaMallocHost(&pinned, 4096);
  allocations(device, pinned, plain);
  copies(device, pinned, plain);
  use<<<1, 4>>>();
  row("the device still works", cudaDeviceSynchronize());
  cudaFree(device);
  cudaFreeHost(pinned);
  std::free(plain);
}
