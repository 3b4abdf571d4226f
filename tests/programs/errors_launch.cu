// The error table: launches that are refused, and wrong calls about devices and functions.
#include "errors.h"

__global__ void one(int* out) { *out = 1; }
__global__ void __launch_bounds__(64) bounded(int* out) { *out = 2; }
__global__ void shared(int* out) {
  extern __shared__ int part[];
  part[threadIdx.x] = 3;
  *out = part[threadIdx.x];
}
void on_host(int*) {}

void launches(int* out) {
  one<<<0, 32>>>(out);
  row_of_launch("no blocks");
  one<<<1, 0>>>(out);
  row_of_launch("no threads");
  one<<<1, 1024>>>(out);
  row_of_launch("1024 threads");
  one<<<1, 1025>>>(out);
  row_of_launch("1025 threads");
  one<<<1, dim3(33, 32)>>>(out);
  row_of_launch("33 x 32 threads");
  one<<<1, dim3(1, 1, 65)>>>(out);
  row_of_launch("65 threads in z");
  one<<<dim3(1, 65536), 1>>>(out);
  row_of_launch("65536 blocks in y");
  one<<<dim3(1, 1, 65536), 1>>>(out);
  row_of_launch("65536 blocks in z");
  one<<<dim3(0x80000000U), 1>>>(out);
  row_of_launch("2^31 blocks in x");
  bounded<<<1, 64>>>(out);
  row_of_launch("64 threads, bounded to 64");
  bounded<<<1, 65>>>(out);
  row_of_launch("65 threads, bounded to 64");
  shared<<<1, 32, 48 * 1024>>>(out);
  row_of_launch("48 KiB of shared memory");
  shared<<<1, 32, 48 * 1024 + 1>>>(out);
  row_of_launch("a byte more");
  shared<<<1, 32, 1 << 20>>>(out);
  row_of_launch("1 MiB of shared memory");
  void* arguments[] = {&out};
  const auto launch = [&](const void* function, dim3 grid, dim3 block) {
    return cudaLaunchKernel(function, grid, block, arguments, 0, nullptr);
  };
  row("cudaLaunchKernel", launch((const void*)one, dim3(1), dim3(32)));
  row("cudaLaunchKernel, of the host", launch((const void*)on_host, dim3(1), dim3(32)));
  row("cudaLaunchKernel, no threads", launch((const void*)one, dim3(1), dim3(0)));
  row("cudaLaunchKernel, 2048 threads", launch((const void*)one, dim3(1), dim3(2048)));
  row("cudaLaunchCooperativeKernel, too large",
      cudaLaunchCooperativeKernel((const void*)one, dim3(1 << 20), dim3(1024), arguments, 0, nullptr));
  row("cudaLaunchCooperativeKernel, no blocks",
      cudaLaunchCooperativeKernel((const void*)one, dim3(0), dim3(32), arguments, 0, nullptr));
  one<<<1, 32>>>(out);
  row("they left nothing", cudaDeviceSynchronize());
}

void functions() {
  cudaFuncAttributes attributes = {};
  int blocks = 0;
  row("cudaFuncGetAttributes, of the host", cudaFuncGetAttributes(&attributes, (const void*)on_host));
  row("cudaFuncSetAttribute, 1 MiB of shared",
      cudaFuncSetAttribute((const void*)shared, cudaFuncAttributeMaxDynamicSharedMemorySize, 1 << 20));
  row("cudaFuncSetAttribute, negative",
      cudaFuncSetAttribute((const void*)shared, cudaFuncAttributeMaxDynamicSharedMemorySize, -1));
  row("cudaFuncSetAttribute, 101 percent",
      cudaFuncSetAttribute((const void*)shared, cudaFuncAttributePreferredSharedMemoryCarveout, 101));
  row("cudaFuncSetAttribute, no such attribute",
      cudaFuncSetAttribute((const void*)shared, static_cast<cudaFuncAttribute>(4711), 0));
  row("occupancy, no threads", cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, one, 0, 0));
  row("occupancy, 1025 threads", cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, one, 1025, 0));
  std::printf("  blocks: %d\n", blocks);
  row("occupancy, 1 MiB", cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, one, 32, 1 << 20));
  std::printf("  blocks: %d\n", blocks);
}

void devices() {
  int value = 0;
  std::size_t bytes = 0;
  cudaDeviceProp properties = {};
  row("cudaSetDevice, -1", cudaSetDevice(-1));
  row("cudaSetDevice, 4711", cudaSetDevice(4711));
  row("cudaGetDeviceProperties, 4711", cudaGetDeviceProperties(&properties, 4711));
  row("cudaDeviceGetAttribute, 4711", cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, 4711));
  row("cudaDeviceGetAttribute, none such",
      cudaDeviceGetAttribute(&value, static_cast<cudaDeviceAttr>(4711), 0));
  row("cudaDeviceSetLimit, none such", cudaDeviceSetLimit(static_cast<cudaLimit>(4711), 1));
  row("cudaDeviceGetLimit, none such", cudaDeviceGetLimit(&bytes, static_cast<cudaLimit>(4711)));
  row("cudaDeviceCanAccessPeer, 4711", cudaDeviceCanAccessPeer(&value, 0, 4711));
  row("cudaDeviceEnablePeerAccess, itself", cudaDeviceEnablePeerAccess(0, 0));
  row("cudaDeviceEnablePeerAccess, 4711", cudaDeviceEnablePeerAccess(4711, 0));
  row("cudaDeviceDisablePeerAccess, itself", cudaDeviceDisablePeerAccess(0));
  row("cudaDeviceDisablePeerAccess, 4711", cudaDeviceDisablePeerAccess(4711));
  char text[64];
  row("cudaDeviceGetPCIBusId, 4711", cudaDeviceGetPCIBusId(text, sizeof text, 4711));
  row("cudaDeviceGetByPCIBusId, nonsense", cudaDeviceGetByPCIBusId(&value, "nonsense"));
  row("cudaSetDeviceFlags, wrong", cudaSetDeviceFlags(0x8000));
  std::printf("%s: %s\n", cudaGetErrorName(static_cast<cudaError_t>(4711)),
              cudaGetErrorString(static_cast<cudaError_t>(4711)));
  std::printf("%s: %s\n", cudaGetErrorName(cudaErrorInvalidValue),
              cudaGetErrorString(cudaErrorInvalidValue));
}

int main() {
  // Calls that end some versions of the runtime.
  in_child("cudaLaunchKernel", [] {
    row("null", cudaLaunchKernel((const void*)nullptr, dim3(1), dim3(32), nullptr, 0, nullptr));
  });
  in_child("cudaFuncGetAttributes", [] {
    cudaFuncAttributes attributes = {};
    row("null", cudaFuncGetAttributes(&attributes, (const void*)nullptr));
  });
  in_child("cudaFuncSetCacheConfig", [] {
    row("null", cudaFuncSetCacheConfig((const void*)nullptr, cudaFuncCachePreferL1));
  });
  in_child("cudaOccupancyMaxActiveBlocksPerMultiprocessor", [] {
    row("nowhere to write",
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(static_cast<int*>(nullptr), one, 32, 0));
  });
  in_child("cudaGetDeviceProperties", [] { row("null", cudaGetDeviceProperties(nullptr, 0)); });
  in_child("cudaGetDeviceCount", [] { row("null", cudaGetDeviceCount(nullptr)); });
  in_child("cudaGetDevice", [] { row("null", cudaGetDevice(nullptr)); });
  in_child("cudaDeviceGetAttribute",
           [] { row("null", cudaDeviceGetAttribute(nullptr, cudaDevAttrWarpSize, 0)); });
  in_child("cudaDeviceGetLimit", [] { row("null", cudaDeviceGetLimit(nullptr, cudaLimitStackSize)); });
  in_child("cudaDeviceGetPCIBusId", [] {
    char text[64];
    row("too short", cudaDeviceGetPCIBusId(text, 3, 0));
  });
  int* out = nullptr;
  cudaMalloc(&out, sizeof(int));
  launches(out);
  functions();
  devices();
  cudaFree(out);
}
