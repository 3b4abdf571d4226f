// The calls of the API about the device and about errors.
#include <algorithm>
#include <cstring>
#include <map>

#include "kernels/runtime/earlier_cuda.h"
#include "kernels/runtime/errors.h"
#include "kernels/runtime/runtime.h"
#include "kernels/runtime/streams.h"

namespace lanescope::runtime {
namespace {

using machine::Figure;

constexpr int version_13 = 13000;

int figure(Figure figure, int otherwise) {
  const auto value = Runtime::get().profile().count(figure);
  return value ? static_cast<int>(std::min<std::uint64_t>(*value, 0x7fff'ffff)) : otherwise;
}

// The attributes that the machine's file or the emulator determine. Those that are in no case are
// 0: the device has not got it.
int attribute_value(cudaDeviceAttr attribute) {
  const machine::Profile& profile = Runtime::get().profile();
  switch (attribute) {
    case cudaDevAttrMaxThreadsPerBlock:
      return figure(Figure::threads_per_block, 1024);
    case cudaDevAttrMaxBlockDimX:
      return figure(Figure::block_x, 1024);
    case cudaDevAttrMaxBlockDimY:
      return figure(Figure::block_y, 1024);
    case cudaDevAttrMaxBlockDimZ:
      return figure(Figure::block_z, 64);
    case cudaDevAttrMaxGridDimX:
      return figure(Figure::grid_x, 0x7fff'ffff);
    case cudaDevAttrMaxGridDimY:
      return figure(Figure::grid_y, 65535);
    case cudaDevAttrMaxGridDimZ:
      return figure(Figure::grid_z, 65535);
    case cudaDevAttrMaxSharedMemoryPerBlock:
      return figure(Figure::shared_per_block, 48 * 1024);
    case cudaDevAttrMaxSharedMemoryPerBlockOptin:
      return figure(Figure::shared_per_block_optin, figure(Figure::shared_per_block, 48 * 1024));
    case cudaDevAttrMaxSharedMemoryPerMultiprocessor:
      return figure(Figure::shared_per_sm, 48 * 1024);
    case cudaDevAttrReservedSharedMemoryPerBlock:
      return figure(Figure::shared_reserved, 0);
    case cudaDevAttrTotalConstantMemory:
      return 64 * 1024;
    case cudaDevAttrWarpSize:
      return figure(Figure::warp_size, 32);
    case cudaDevAttrMaxPitch:
      return 0x7fff'ffff;
    case cudaDevAttrMaxRegistersPerBlock:
      return figure(Figure::registers_per_block, 65536);
    case cudaDevAttrMaxRegistersPerMultiprocessor:
      return figure(Figure::registers_per_sm, 65536);
    case cudaDevAttrClockRate:
      return figure(Figure::clock_mhz, 1000) * 1000;
    case cudaDevAttrMemoryClockRate:
      return figure(Figure::memory_clock_mhz, 1000) * 1000;
    case cudaDevAttrGlobalMemoryBusWidth:
      return figure(Figure::memory_bus_bits, 0);
    case cudaDevAttrL2CacheSize:
      return figure(Figure::l2_bytes, 0);
    case cudaDevAttrMultiProcessorCount:
      return figure(Figure::multiprocessors, 1);
    case cudaDevAttrMaxThreadsPerMultiProcessor:
      return figure(Figure::threads_per_sm, 2048);
    case cudaDevAttrMaxBlocksPerMultiprocessor:
      return figure(Figure::blocks_per_sm, 32);
    case cudaDevAttrComputeCapabilityMajor:
      return profile.major;
    case cudaDevAttrComputeCapabilityMinor:
      return profile.minor;
    case cudaDevAttrTextureAlignment:
    case cudaDevAttrSurfaceAlignment:
      return 512;
    case cudaDevAttrTexturePitchAlignment:
      return 32;
    case cudaDevAttrMaxTexture1DWidth:
    case cudaDevAttrMaxTexture2DWidth:
    case cudaDevAttrMaxSurface2DWidth:
      return 131072;
    case cudaDevAttrMaxTexture2DHeight:
    case cudaDevAttrMaxSurface2DHeight:
      return 65536;
    case cudaDevAttrMaxTexture3DWidth:
    case cudaDevAttrMaxTexture3DHeight:
    case cudaDevAttrMaxTexture3DDepth:
      return 16384;
    case cudaDevAttrAsyncEngineCount:
      return 3;
    case cudaDevAttrGpuOverlap:
    case cudaDevAttrCanMapHostMemory:
    case cudaDevAttrConcurrentKernels:
    case cudaDevAttrUnifiedAddressing:
    case cudaDevAttrStreamPrioritiesSupported:
    case cudaDevAttrGlobalL1CacheSupported:
    case cudaDevAttrLocalL1CacheSupported:
    case cudaDevAttrManagedMemory:
    case cudaDevAttrConcurrentManagedAccess:
    case cudaDevAttrComputePreemptionSupported:
    case cudaDevAttrCanUseHostPointerForRegisteredMem:
    case cudaDevAttrCooperativeLaunch:
    case cudaDevAttrHostRegisterSupported:
    case cudaDevAttrMemoryPoolsSupported:
    case cudaDevAttrPciBusId:
      return 1;
    case cudaDevAttrSingleToDoublePrecisionPerfRatio:
      return 2;
    default:
      return 0;
  }
}

cudaError_t check_device(int device) { return device == 0 ? cudaSuccess : cudaErrorInvalidDevice; }

unsigned& device_flags() {
  static unsigned flags = 0;
  return flags;
}

std::map<int, std::size_t>& limits() {
  static auto* all = new std::map<int, std::size_t>{
      {cudaLimitStackSize, 1024},           {cudaLimitPrintfFifoSize, 7 << 20},
      {cudaLimitDevRuntimeSyncDepth, 2},    {cudaLimitDevRuntimePendingLaunchCount, 2048},
      {cudaLimitMaxL2FetchGranularity, 64}, {cudaLimitPersistingL2CacheSize, 0}};
  return *all;
}

// As an H200 rounds it: at least 4 MiB, whole pieces of 64 KiB, and about an eighth of its memory
// at most. Once a kernel has the heap, its size stays.
cudaError_t set_heap_limit(DeviceMemory& memory, std::size_t bytes) {
  if (memory.emulated().heap() != nullptr) return cudaErrorInvalidValue;
  constexpr std::uint64_t least = 4 << 20;
  constexpr std::uint64_t piece = 64 << 10;
  const std::uint64_t wanted = std::clamp<std::uint64_t>(bytes, least, memory.total_bytes() / 8);
  memory.emulated().set_heap_bytes((wanted + piece - 1) / piece * piece);
  return cudaSuccess;
}

void fill_properties(cudaDeviceProp& p) {
  std::memset(&p, 0, sizeof p);
  const machine::Profile& profile = Runtime::get().profile();
  std::strncpy(p.name, profile.name.c_str(), sizeof p.name - 1);
  const auto value = attribute_value;
  const auto size = [](cudaDeviceAttr attribute) {
    return static_cast<std::size_t>(attribute_value(attribute));
  };
  p.totalGlobalMem = Runtime::get().memory.total_bytes();
  p.sharedMemPerBlock = size(cudaDevAttrMaxSharedMemoryPerBlock);
  p.regsPerBlock = value(cudaDevAttrMaxRegistersPerBlock);
  p.warpSize = value(cudaDevAttrWarpSize);
  p.memPitch = size(cudaDevAttrMaxPitch);
  p.maxThreadsPerBlock = value(cudaDevAttrMaxThreadsPerBlock);
  p.maxThreadsDim[0] = value(cudaDevAttrMaxBlockDimX);
  p.maxThreadsDim[1] = value(cudaDevAttrMaxBlockDimY);
  p.maxThreadsDim[2] = value(cudaDevAttrMaxBlockDimZ);
  p.maxGridSize[0] = value(cudaDevAttrMaxGridDimX);
  p.maxGridSize[1] = value(cudaDevAttrMaxGridDimY);
  p.maxGridSize[2] = value(cudaDevAttrMaxGridDimZ);
  p.totalConstMem = size(cudaDevAttrTotalConstantMemory);
  p.major = profile.major;
  p.minor = profile.minor;
  p.textureAlignment = size(cudaDevAttrTextureAlignment);
  p.texturePitchAlignment = size(cudaDevAttrTexturePitchAlignment);
  p.multiProcessorCount = value(cudaDevAttrMultiProcessorCount);
  p.canMapHostMemory = 1;
  p.maxTexture1D = value(cudaDevAttrMaxTexture1DWidth);
  p.maxTexture2D[0] = value(cudaDevAttrMaxTexture2DWidth);
  p.maxTexture2D[1] = value(cudaDevAttrMaxTexture2DHeight);
  std::fill_n(p.maxTexture3D, 3, value(cudaDevAttrMaxTexture3DWidth));
  p.surfaceAlignment = size(cudaDevAttrSurfaceAlignment);
  p.concurrentKernels = 1;
  p.pciBusID = value(cudaDevAttrPciBusId);
  p.asyncEngineCount = value(cudaDevAttrAsyncEngineCount);
  p.unifiedAddressing = 1;
  p.memoryBusWidth = value(cudaDevAttrGlobalMemoryBusWidth);
  p.l2CacheSize = value(cudaDevAttrL2CacheSize);
  p.maxThreadsPerMultiProcessor = value(cudaDevAttrMaxThreadsPerMultiProcessor);
  p.streamPrioritiesSupported = 1;
  p.globalL1CacheSupported = 1;
  p.localL1CacheSupported = 1;
  p.sharedMemPerMultiprocessor = size(cudaDevAttrMaxSharedMemoryPerMultiprocessor);
  p.regsPerMultiprocessor = value(cudaDevAttrMaxRegistersPerMultiprocessor);
  p.managedMemory = 1;
  p.concurrentManagedAccess = 1;
  p.computePreemptionSupported = 1;
  p.canUseHostPointerForRegisteredMem = 1;
  p.cooperativeLaunch = 1;
  p.sharedMemPerBlockOptin = size(cudaDevAttrMaxSharedMemoryPerBlockOptin);
  p.maxBlocksPerMultiProcessor = value(cudaDevAttrMaxBlocksPerMultiprocessor);
  p.reservedSharedMemPerBlock = size(cudaDevAttrReservedSharedMemoryPerBlock);
  p.hostRegisterSupported = 1;
  p.memoryPoolsSupported = 1;
}

}  // namespace
}  // namespace lanescope::runtime

using namespace lanescope::runtime;

extern "C" {

// ---- errors
// ----------------------------------------------------------------------------------------------------------

cudaError_t cudaGetLastError(void) {
  Runtime& runtime = Runtime::get();
  const std::lock_guard lock(runtime.mutex);
  const cudaError_t error = last_error();
  // That of a kernel, too, though every later call returns it again (an H200's answer).
  last_error() = cudaSuccess;
  return error;
}
cudaError_t cudaPeekAtLastError(void) { return last_error(); }
const char* cudaGetErrorName(cudaError_t error) { return error_name(error); }
const char* cudaGetErrorString(cudaError_t error) { return error_text(error); }

// ---- the device
// ------------------------------------------------------------------------------------------------------

cudaError_t cudaGetDeviceCount(int* count) {
  return api(
      [&](Runtime&) {
        if (count == nullptr) return cudaErrorInvalidValue;
        *count = 1;
        return cudaSuccess;
      },
      Needs::nothing);
}
cudaError_t cudaGetDevice(int* device) {
  return api(
      [&](Runtime&) {
        if (device == nullptr) return cudaErrorInvalidValue;
        *device = 0;
        return cudaSuccess;
      },
      Needs::nothing);
}
cudaError_t cudaSetDevice(int device) {
  return api([&](Runtime&) { return check_device(device); }, Needs::nothing);
}
cudaError_t cudaInitDevice(int device, unsigned, unsigned) {
  return api([&](Runtime&) { return check_device(device); });
}
cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp*) { return cudaGetDevice(device); }
cudaError_t cudaSetValidDevices(int*, int) { return cudaSuccess; }
cudaError_t cudaSetDeviceFlags(unsigned flags) {
  constexpr unsigned known = 0xff;  // cudaDeviceMask
  if ((flags & ~known) != 0) return api([](Runtime&) { return cudaErrorInvalidValue; });
  device_flags() = flags;
  return cudaSuccess;
}
cudaError_t cudaGetDeviceFlags(unsigned* flags) {
  *flags = device_flags() | cudaDeviceMapHost;
  return cudaSuccess;
}
}  // extern "C"

cudaError_t lanescope::runtime::current_properties(cudaDeviceProp* properties, int device) {
  return api(
      [&](Runtime&) {
        if (properties == nullptr) return cudaErrorInvalidValue;
        if (check_device(device) != cudaSuccess) return cudaErrorInvalidDevice;
        fill_properties(*properties);
        return cudaSuccess;
      },
      Needs::nothing);
}

extern "C" {

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device) {
  return api(
      [&](Runtime&) {
        if (value == nullptr || attribute < 1 || attribute >= cudaDevAttrMax)
          return cudaErrorInvalidValue;
        if (check_device(device) != cudaSuccess) return cudaErrorInvalidDevice;
        *value = attribute_value(attribute);
        return cudaSuccess;
      },
      Needs::nothing);
}
cudaError_t cudaDeviceGetPCIBusId(char* id, int length, int device) {
  return api([&](Runtime&) {
    if (id == nullptr || length < 13) return cudaErrorInvalidValue;
    std::strcpy(id, "0000:01:00.0");
    return check_device(device);
  });
}
cudaError_t cudaDeviceGetByPCIBusId(int* device, const char* id) {
  return api([&](Runtime&) {
    if (device == nullptr || id == nullptr) return cudaErrorInvalidValue;
    *device = 0;
    return std::strcmp(id, "0000:01:00.0") == 0 ? cudaSuccess : cudaErrorInvalidValue;
  });
}
cudaError_t cudaDeviceSynchronize(void) {
  return api([](Runtime& runtime) {
    const cudaError_t error = refuse_in_capture();
    runtime.show_printed();
    return error;
  });
}
cudaError_t cudaDeviceReset(void) {
  return api(
      [](Runtime& runtime) {
        // After a kernel's error a process gets the device no more: it has to be started again.
        const bool is_lost = runtime.fault != cudaSuccess;
        runtime.reset();
        if (is_lost) runtime.fault = cudaErrorDevicesUnavailable;
        return cudaSuccess;
      },
      Needs::nothing);
}
cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t value) {
  return api([&](Runtime& runtime) {
    if (limit == cudaLimitMallocHeapSize) return set_heap_limit(runtime.memory, value);
    if (!limits().contains(limit)) return cudaErrorInvalidValue;
    limits()[limit] = value;
    return cudaSuccess;
  });
}
cudaError_t cudaDeviceGetLimit(size_t* value, cudaLimit limit) {
  return api([&](Runtime& runtime) {
    if (value == nullptr) return cudaErrorInvalidValue;
    if (limit == cudaLimitMallocHeapSize) {
      *value = runtime.memory.emulated().heap_bytes();
      return cudaSuccess;
    }
    if (!limits().contains(limit)) return cudaErrorInvalidValue;
    *value = limits()[limit];
    return cudaSuccess;
  });
}
cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache) { return cudaSuccess; }
cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* config) {
  *config = cudaFuncCachePreferNone;
  return cudaSuccess;
}
cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig) { return cudaSuccess; }
cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig* config) {
  *config = cudaSharedMemBankSizeFourByte;
  return cudaSuccess;
}
cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  if (least != nullptr) *least = 0;
  if (greatest != nullptr) *greatest = -5;
  return cudaSuccess;
}
cudaError_t cudaCtxResetPersistingL2Cache(void) { return cudaSuccess; }
cudaError_t cudaDeviceCanAccessPeer(int* can, int device, int peer) {
  return api([&](Runtime&) {
    if (check_device(device) != cudaSuccess || check_device(peer) != cudaSuccess)
      return cudaErrorInvalidDevice;
    *can = 0;
    return cudaSuccess;
  });
}
cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags) {
  return api([&](Runtime&) {
    if (flags != 0) return cudaErrorInvalidValue;
    return peer == 0 ? cudaErrorPeerAccessUnsupported : cudaErrorInvalidDevice;
  });
}
cudaError_t cudaDeviceDisablePeerAccess(int peer) {
  return api(
      [&](Runtime&) { return peer == 0 ? cudaErrorPeerAccessNotEnabled : cudaErrorInvalidDevice; });
}
cudaError_t cudaDriverGetVersion(int* version) {
  *version = version_13;
  return cudaSuccess;
}
cudaError_t cudaRuntimeGetVersion(int* version) {
  *version = version_13;
  return cudaSuccess;
}
cudaError_t cudaProfilerStart(void) { return cudaSuccess; }
cudaError_t cudaProfilerStop(void) { return cudaSuccess; }

}  // extern "C"
