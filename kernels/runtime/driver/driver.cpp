// The part of the CUDA Driver API (CUDA Driver API reference 13.0) that programs with kernels of
// their own use, as libcuda.so.1: each call is one of the runtime's. Codes of errors are the same
// numbers in both.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "kernels/runtime/include/cuda_runtime.h"

namespace {

using Result = int;  // CUresult
using Device = int;
using Pointer = unsigned long long;  // CUdeviceptr
struct Context {
  int device = 0;
};
Context the_context;
bool is_current = false;

void* pointer(Pointer address) { return reinterpret_cast<void*>(address); }

// The parameters of a launch in one buffer: CU_LAUNCH_PARAM_BUFFER_POINTER and _SIZE.
constexpr std::uintptr_t end_of_extra = 0, buffer_of_extra = 1, size_of_extra = 2;

std::vector<void*> split_buffer(cudaKernel_t kernel, void** extra) {
  char* buffer = nullptr;
  for (; reinterpret_cast<std::uintptr_t>(*extra) != end_of_extra; extra += 2) {
    const auto what = reinterpret_cast<std::uintptr_t>(*extra);
    if (what == buffer_of_extra) buffer = static_cast<char*>(extra[1]);
    if (what != buffer_of_extra && what != size_of_extra) break;
  }
  std::vector<void*> arguments;
  std::size_t offset = 0;
  for (std::size_t i = 0;
       cudaFuncGetParamInfo(static_cast<const void*>(kernel), i, &offset, nullptr) == cudaSuccess;
       ++i)
    arguments.push_back(buffer + offset);
  cudaGetLastError();
  return arguments;
}

}  // namespace

#pragma GCC visibility push(default)
extern "C" {

// ---- device and context
// ----------------------------------------------------------------------------------------------

Result cuInit(unsigned) { return 0; }
// NVRTC asks for NVIDIA's private tables wherever it finds a driver, and does without.
Result cuGetExportTable(const void** table, const void* /*id*/) {
  *table = nullptr;
  return cudaErrorSymbolNotFound;
}
Result cuDriverGetVersion(int* version) { return cudaDriverGetVersion(version); }
Result cuDeviceGetCount(int* count) { return cudaGetDeviceCount(count); }
Result cuDeviceGet(Device* device, int ordinal) {
  if (ordinal != 0) return cudaErrorInvalidDevice;
  *device = 0;
  return 0;
}
Result cuDeviceGetName(char* name, int length, Device device) {
  cudaDeviceProp properties;
  const cudaError_t error = cudaGetDeviceProperties(&properties, device);
  if (error == cudaSuccess)
    std::snprintf(name, static_cast<std::size_t>(length), "%s", properties.name);
  return error;
}
Result cuDeviceTotalMem_v2(std::size_t* bytes, Device) {
  std::size_t free = 0;
  return cudaMemGetInfo(&free, bytes);
}
Result cuDeviceGetAttribute(int* value, int attribute, Device device) {
  return cudaDeviceGetAttribute(value, static_cast<cudaDeviceAttr>(attribute), device);
}
Result cuDeviceComputeCapability(int* major, int* minor, Device device) {
  const cudaError_t error =
      cudaDeviceGetAttribute(major, cudaDevAttrComputeCapabilityMajor, device);
  return error != cudaSuccess
             ? error
             : cudaDeviceGetAttribute(minor, cudaDevAttrComputeCapabilityMinor, device);
}
Result cuCtxCreate_v2(Context** context, unsigned, Device device) {
  if (device != 0) return cudaErrorInvalidDevice;
  *context = &the_context;
  is_current = true;
  return 0;
}
Result cuCtxCreate_v4(Context** context, void*, unsigned flags, Device device) {
  return cuCtxCreate_v2(context, flags, device);
}
Result cuCtxDestroy_v2(Context*) {
  is_current = false;
  return 0;
}
Result cuCtxSetCurrent(Context* context) {
  is_current = context != nullptr;
  return 0;
}
Result cuCtxGetCurrent(Context** context) {
  *context = is_current ? &the_context : nullptr;
  return 0;
}
Result cuCtxPushCurrent_v2(Context* context) { return cuCtxSetCurrent(context); }
Result cuCtxPopCurrent_v2(Context** context) {
  if (context != nullptr) *context = &the_context;
  return 0;
}
Result cuCtxGetDevice(Device* device) {
  *device = 0;
  return 0;
}
Result cuCtxSynchronize(void) { return cudaDeviceSynchronize(); }
Result cuDevicePrimaryCtxRetain(Context** context, Device device) {
  return cuCtxCreate_v2(context, 0, device);
}
Result cuDevicePrimaryCtxRelease_v2(Device) { return 0; }

// ---- errors
// ----------------------------------------------------------------------------------------------------------

// "CUDA_ERROR_INVALID_VALUE": from the runtime's "cudaErrorInvalidValue", but for those whose names
// differ.
Result cuGetErrorName(Result error, const char** name) {
  static constexpr std::pair<cudaError_t, const char*> others[] = {
      {cudaErrorMemoryAllocation, "CUDA_ERROR_OUT_OF_MEMORY"},
      {cudaErrorInitializationError, "CUDA_ERROR_NOT_INITIALIZED"},
      {cudaErrorCudartUnloading, "CUDA_ERROR_DEINITIALIZED"},
      {cudaErrorDevicesUnavailable, "CUDA_ERROR_DEVICE_UNAVAILABLE"},
      {cudaErrorInvalidKernelImage, "CUDA_ERROR_INVALID_IMAGE"},
      {cudaErrorDeviceUninitialized, "CUDA_ERROR_INVALID_CONTEXT"},
      {cudaErrorNoKernelImageForDevice, "CUDA_ERROR_NO_BINARY_FOR_GPU"},
      {cudaErrorInvalidResourceHandle, "CUDA_ERROR_INVALID_HANDLE"},
      {cudaErrorSymbolNotFound, "CUDA_ERROR_NOT_FOUND"},
      {cudaErrorLaunchFailure, "CUDA_ERROR_LAUNCH_FAILED"}};
  for (const auto& [of_runtime, of_driver] : others) {
    if (error != of_runtime) continue;
    *name = of_driver;
    return 0;
  }
  static thread_local std::string made;
  const std::string runtime = cudaGetErrorName(static_cast<cudaError_t>(error));
  if (!runtime.starts_with("cuda")) return cudaErrorInvalidValue;
  made = "CUDA";
  for (std::size_t i = 4; i < runtime.size(); ++i) {
    if (runtime[i] >= 'A' && runtime[i] <= 'Z') made += '_';
    made += static_cast<char>(runtime[i] >= 'a' && runtime[i] <= 'z' ? runtime[i] - 'a' + 'A'
                                                                     : runtime[i]);
  }
  *name = made.c_str();
  return 0;
}
Result cuGetErrorString(Result error, const char** text) {
  *text = cudaGetErrorString(static_cast<cudaError_t>(error));
  return 0;
}

// ---- modules and launches
// --------------------------------------------------------------------------------------------

Result cuModuleLoadData(cudaLibrary_t* module, const void* image) {
  return cudaLibraryLoadData(module, image, nullptr, nullptr, 0, nullptr, nullptr, 0);
}
Result cuModuleLoadDataEx(cudaLibrary_t* module, const void* image, unsigned, int*, void**) {
  return cuModuleLoadData(module, image);
}
Result cuModuleLoadFatBinary(cudaLibrary_t* module, const void* image) {
  return cuModuleLoadData(module, image);
}
Result cuModuleLoad(cudaLibrary_t* module, const char* path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return cudaErrorFileNotFound;
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  return cuModuleLoadData(module, text.c_str());
}
Result cuModuleUnload(cudaLibrary_t module) { return cudaLibraryUnload(module); }
Result cuModuleGetFunction(cudaKernel_t* function, cudaLibrary_t module, const char* name) {
  return cudaLibraryGetKernel(function, module, name);
}
Result cuModuleGetGlobal_v2(Pointer* address, std::size_t* bytes, cudaLibrary_t module,
                            const char* name) {
  void* found = nullptr;
  const cudaError_t error = cudaLibraryGetGlobal(&found, bytes, module, name);
  if (address != nullptr) *address = reinterpret_cast<Pointer>(found);
  return error;
}
Result cuFuncSetAttribute(cudaKernel_t function, int attribute, int value) {
  return cudaFuncSetAttribute(static_cast<const void*>(function),
                              static_cast<cudaFuncAttribute>(attribute), value);
}
Result cuFuncSetCacheConfig(cudaKernel_t, int) { return 0; }
// The order of CU_FUNC_ATTRIBUTE_.
Result cuFuncGetAttribute(int* value, int attribute, cudaKernel_t function) {
  cudaFuncAttributes all;
  const cudaError_t error = cudaFuncGetAttributes(&all, static_cast<const void*>(function));
  if (error != cudaSuccess) return error;
  const int values[] = {all.maxThreadsPerBlock,
                        static_cast<int>(all.sharedSizeBytes),
                        static_cast<int>(all.constSizeBytes),
                        static_cast<int>(all.localSizeBytes),
                        all.numRegs,
                        all.ptxVersion,
                        all.binaryVersion,
                        all.cacheModeCA,
                        all.maxDynamicSharedSizeBytes,
                        all.preferredShmemCarveout};
  if (attribute < 0 || attribute >= static_cast<int>(std::size(values)))
    return cudaErrorInvalidValue;
  *value = values[attribute];
  return 0;
}
Result cuLaunchKernel(cudaKernel_t function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                      unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared_bytes,
                      cudaStream_t stream, void** parameters, void** extra) {
  std::vector<void*> split;
  if (parameters == nullptr && extra != nullptr) {
    split = split_buffer(function, extra);
    parameters = split.data();
  }
  return cudaLaunchKernel(static_cast<const void*>(function), dim3(grid_x, grid_y, grid_z),
                          dim3(block_x, block_y, block_z), parameters, shared_bytes, stream);
}
Result cuLaunchCooperativeKernel(cudaKernel_t function, unsigned grid_x, unsigned grid_y,
                                 unsigned grid_z, unsigned block_x, unsigned block_y,
                                 unsigned block_z, unsigned shared_bytes, cudaStream_t stream,
                                 void** parameters) {
  return cudaLaunchCooperativeKernel(static_cast<const void*>(function),
                                     dim3(grid_x, grid_y, grid_z), dim3(block_x, block_y, block_z),
                                     parameters, shared_bytes, stream);
}
Result cuOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, cudaKernel_t function, int block,
                                                   std::size_t bytes) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, static_cast<const void*>(function),
                                                       block, bytes);
}

// ---- memory
// ----------------------------------------------------------------------------------------------------------

Result cuMemAlloc_v2(Pointer* address, std::size_t bytes) {
  if (bytes == 0) return cudaErrorInvalidValue;
  void* made = nullptr;
  const cudaError_t error = cudaMalloc(&made, bytes);
  *address = reinterpret_cast<Pointer>(made);
  return error;
}
Result cuMemAllocManaged(Pointer* address, std::size_t bytes, unsigned flags) {
  void* made = nullptr;
  const cudaError_t error = cudaMallocManaged(&made, bytes, flags);
  *address = reinterpret_cast<Pointer>(made);
  return error;
}
Result cuMemAllocPitch_v2(Pointer* address, std::size_t* pitch, std::size_t width,
                          std::size_t height, unsigned) {
  void* made = nullptr;
  const cudaError_t error = cudaMallocPitch(&made, pitch, width, height);
  *address = reinterpret_cast<Pointer>(made);
  return error;
}
Result cuMemFree_v2(Pointer address) { return cudaFree(pointer(address)); }
Result cuMemAllocHost_v2(void** made, std::size_t bytes) { return cudaMallocHost(made, bytes); }
Result cuMemHostAlloc(void** made, std::size_t bytes, unsigned flags) {
  return cudaHostAlloc(made, bytes, flags);
}
Result cuMemFreeHost(void* host) { return cudaFreeHost(host); }
Result cuMemGetInfo_v2(std::size_t* free, std::size_t* total) {
  return cudaMemGetInfo(free, total);
}
Result cuMemcpyHtoD_v2(Pointer to, const void* from, std::size_t bytes) {
  return cudaMemcpy(pointer(to), from, bytes, cudaMemcpyHostToDevice);
}
Result cuMemcpyDtoH_v2(void* to, Pointer from, std::size_t bytes) {
  return cudaMemcpy(to, pointer(from), bytes, cudaMemcpyDeviceToHost);
}
Result cuMemcpyDtoD_v2(Pointer to, Pointer from, std::size_t bytes) {
  return cudaMemcpy(pointer(to), pointer(from), bytes, cudaMemcpyDeviceToDevice);
}
Result cuMemcpy(Pointer to, Pointer from, std::size_t bytes) {
  return cudaMemcpy(pointer(to), pointer(from), bytes, cudaMemcpyDefault);
}
Result cuMemcpyHtoDAsync_v2(Pointer to, const void* from, std::size_t bytes, cudaStream_t stream) {
  return cudaMemcpyAsync(pointer(to), from, bytes, cudaMemcpyHostToDevice, stream);
}
Result cuMemcpyDtoHAsync_v2(void* to, Pointer from, std::size_t bytes, cudaStream_t stream) {
  return cudaMemcpyAsync(to, pointer(from), bytes, cudaMemcpyDeviceToHost, stream);
}
Result cuMemsetD8_v2(Pointer to, unsigned char value, std::size_t count) {
  return cudaMemset(pointer(to), value, count);
}
Result cuMemsetD32_v2(Pointer to, unsigned value, std::size_t count) {
  const std::vector<unsigned> values(count, value);
  return cudaMemcpy(pointer(to), values.data(), count * sizeof value, cudaMemcpyHostToDevice);
}

// ---- streams and events
// ----------------------------------------------------------------------------------------------

Result cuStreamCreate(cudaStream_t* stream, unsigned flags) {
  return cudaStreamCreateWithFlags(stream, flags);
}
Result cuStreamDestroy_v2(cudaStream_t stream) { return cudaStreamDestroy(stream); }
Result cuStreamSynchronize(cudaStream_t stream) { return cudaStreamSynchronize(stream); }
Result cuStreamQuery(cudaStream_t stream) { return cudaStreamQuery(stream); }
Result cuStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags) {
  return cudaStreamWaitEvent(stream, event, flags);
}
Result cuEventCreate(cudaEvent_t* event, unsigned flags) {
  return cudaEventCreateWithFlags(event, flags);
}
Result cuEventDestroy_v2(cudaEvent_t event) { return cudaEventDestroy(event); }
Result cuEventRecord(cudaEvent_t event, cudaStream_t stream) {
  return cudaEventRecord(event, stream);
}
Result cuEventSynchronize(cudaEvent_t event) { return cudaEventSynchronize(event); }
Result cuEventElapsedTime_v2(float* milliseconds, cudaEvent_t from, cudaEvent_t to) {
  return cudaEventElapsedTime(milliseconds, from, to);
}
Result cuEventElapsedTime(float* milliseconds, cudaEvent_t from, cudaEvent_t to) {
  return cudaEventElapsedTime(milliseconds, from, to);
}

}  // extern "C"
#pragma GCC visibility pop
