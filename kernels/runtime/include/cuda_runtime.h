// The CUDA Runtime API for C++ programs: types, functions, and the templates that take kernels,
// symbols and typed pointers. Programs that clang compiles without the CUDA Toolkit include it; so
// does our own runtime.
#pragma once

#include "cuda_runtime_api.h"
#include "vector_functions.h"

#ifdef __cplusplus

// What compilers call: a launch k<<<grid, block, shared, stream>>>() pushes its configuration, and
// the kernel's stub on the host pops it and calls cudaLaunchKernel().
extern "C" {
unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared_bytes = 0,
                                     struct CUstream_st* stream = 0);
cudaError_t __cudaPopCallConfiguration(dim3* grid, dim3* block, size_t* shared_bytes, void* stream);
void** __cudaRegisterFatBinary(void* fat_binary);
void __cudaRegisterFatBinaryEnd(void** module);
void __cudaUnregisterFatBinary(void** module);
char __cudaInitModule(void** module);
void __cudaRegisterFunction(void** module, const char* host_function, char* device_function,
                            const char* device_name, int thread_limit, uint3* thread_index,
                            uint3* block_index, dim3* block, dim3* grid, int* warp_size);
void __cudaRegisterVar(void** module, char* host_variable, char* device_address,
                       const char* device_name, int is_extern, size_t bytes, int is_constant,
                       int is_global);
void __cudaRegisterManagedVar(void** module, void** host_variable, char* device_address,
                              const char* device_name, int is_extern, size_t bytes, int is_constant,
                              int is_global);
void __cudaRegisterHostVar(void** module, const char* device_name, char* host_variable,
                           size_t bytes);
cudaError_t __cudaGetKernel(cudaKernel_t* kernel, const void* host_function);
cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void** arguments,
                               size_t shared_bytes, cudaStream_t stream);
}

#define LANESCOPE_HOST static inline

// ---- typed pointers
// --------------------------------------------------------------------------------------------------

template <class T>
LANESCOPE_HOST cudaError_t cudaMalloc(T** pointer, size_t bytes) {
  return ::cudaMalloc((void**)pointer, bytes);
}
template <class T>
LANESCOPE_HOST cudaError_t cudaMallocHost(T** pointer, size_t bytes, unsigned flags = 0) {
  return ::cudaHostAlloc((void**)pointer, bytes, flags);
}
template <class T>
LANESCOPE_HOST cudaError_t cudaHostAlloc(T** pointer, size_t bytes, unsigned flags) {
  return ::cudaHostAlloc((void**)pointer, bytes, flags);
}
template <class T>
LANESCOPE_HOST cudaError_t cudaHostGetDevicePointer(T** device, void* host, unsigned flags) {
  return ::cudaHostGetDevicePointer((void**)device, host, flags);
}
template <class T>
LANESCOPE_HOST cudaError_t cudaMallocManaged(T** pointer, size_t bytes,
                                             unsigned flags = cudaMemAttachGlobal) {
  return ::cudaMallocManaged((void**)pointer, bytes, flags);
}
template <class T>
LANESCOPE_HOST cudaError_t cudaMallocPitch(T** pointer, size_t* pitch, size_t width,
                                           size_t height) {
  return ::cudaMallocPitch((void**)pointer, pitch, width, height);
}
template <class T>
LANESCOPE_HOST cudaError_t cudaMallocAsync(T** pointer, size_t bytes, cudaStream_t stream) {
  return ::cudaMallocAsync((void**)pointer, bytes, stream);
}
LANESCOPE_HOST cudaError_t cudaMallocAsync(void** pointer, size_t bytes, cudaMemPool_t pool,
                                           cudaStream_t stream) {
  return ::cudaMallocFromPoolAsync(pointer, bytes, pool, stream);
}
template <class T>
LANESCOPE_HOST cudaError_t cudaMallocAsync(T** pointer, size_t bytes, cudaMemPool_t pool,
                                           cudaStream_t stream) {
  return ::cudaMallocFromPoolAsync((void**)pointer, bytes, pool, stream);
}
template <class T>
LANESCOPE_HOST cudaError_t cudaMallocFromPoolAsync(T** pointer, size_t bytes, cudaMemPool_t pool,
                                                   cudaStream_t stream) {
  return ::cudaMallocFromPoolAsync((void**)pointer, bytes, pool, stream);
}
template <class T>
LANESCOPE_HOST cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, T* pointer,
                                                    size_t length = 0,
                                                    unsigned flags = cudaMemAttachSingle) {
  return ::cudaStreamAttachMemAsync(stream, (void*)pointer, length, flags);
}

// ---- symbols
// ---------------------------------------------------------------------------------------------------------

template <class T>
LANESCOPE_HOST cudaError_t cudaMemcpyToSymbol(const T& symbol, const void* from, size_t bytes,
                                              size_t offset = 0,
                                              cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
  return ::cudaMemcpyToSymbol((const void*)&symbol, from, bytes, offset, kind);
}
template <class T>
LANESCOPE_HOST cudaError_t cudaMemcpyToSymbolAsync(const T& symbol, const void* from, size_t bytes,
                                                   size_t offset = 0,
                                                   cudaMemcpyKind kind = cudaMemcpyHostToDevice,
                                                   cudaStream_t stream = 0) {
  return ::cudaMemcpyToSymbolAsync((const void*)&symbol, from, bytes, offset, kind, stream);
}
template <class T>
LANESCOPE_HOST cudaError_t cudaMemcpyFromSymbol(void* to, const T& symbol, size_t bytes,
                                                size_t offset = 0,
                                                cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
  return ::cudaMemcpyFromSymbol(to, (const void*)&symbol, bytes, offset, kind);
}
template <class T>
LANESCOPE_HOST cudaError_t cudaMemcpyFromSymbolAsync(void* to, const T& symbol, size_t bytes,
                                                     size_t offset = 0,
                                                     cudaMemcpyKind kind = cudaMemcpyDeviceToHost,
                                                     cudaStream_t stream = 0) {
  return ::cudaMemcpyFromSymbolAsync(to, (const void*)&symbol, bytes, offset, kind, stream);
}
template <class T>
LANESCOPE_HOST cudaError_t cudaGetSymbolAddress(void** pointer, const T& symbol) {
  return ::cudaGetSymbolAddress(pointer, (const void*)&symbol);
}
template <class T>
LANESCOPE_HOST cudaError_t cudaGetSymbolSize(size_t* bytes, const T& symbol) {
  return ::cudaGetSymbolSize(bytes, (const void*)&symbol);
}

// ---- kernels
// ---------------------------------------------------------------------------------------------------------

template <class T>
LANESCOPE_HOST cudaError_t cudaLaunchKernel(T* kernel, dim3 grid, dim3 block, void** arguments,
                                            size_t shared_bytes = 0, cudaStream_t stream = 0) {
  return ::cudaLaunchKernel((const void*)kernel, grid, block, arguments, shared_bytes, stream);
}
template <class T>
LANESCOPE_HOST cudaError_t cudaLaunchCooperativeKernel(T* kernel, dim3 grid, dim3 block,
                                                       void** arguments, size_t shared_bytes = 0,
                                                       cudaStream_t stream = 0) {
  return ::cudaLaunchCooperativeKernel((const void*)kernel, grid, block, arguments, shared_bytes,
                                       stream);
}
// The arguments are converted to the kernel's types, as in a call.
template <class... Parameters, class... Arguments>
LANESCOPE_HOST cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t* config,
                                              void (*kernel)(Parameters...),
                                              Arguments&&... arguments) {
  return [&](Parameters... converted) {
    void* pointers[] = {(void*)&converted..., nullptr};
    return ::cudaLaunchKernelExC(config, (const void*)kernel, pointers);
  }(static_cast<Arguments&&>(arguments)...);
}
template <class T>
LANESCOPE_HOST cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes* attributes, T* kernel) {
  return ::cudaFuncGetAttributes(attributes, (const void*)kernel);
}
template <class T>
LANESCOPE_HOST cudaError_t cudaFuncSetAttribute(T* kernel, cudaFuncAttribute attribute, int value) {
  return ::cudaFuncSetAttribute((const void*)kernel, attribute, value);
}
template <class T>
LANESCOPE_HOST cudaError_t cudaFuncSetCacheConfig(T* kernel, cudaFuncCache config) {
  return ::cudaFuncSetCacheConfig((const void*)kernel, config);
}
template <class T>
LANESCOPE_HOST cudaError_t cudaFuncGetName(const char** name, T* kernel) {
  return ::cudaFuncGetName(name, (const void*)kernel);
}
template <class T>
LANESCOPE_HOST cudaError_t cudaGetKernel(cudaKernel_t* handle, T* kernel) {
  return ::cudaGetKernel(handle, (const void*)kernel);
}

// ---- occupancy
// -------------------------------------------------------------------------------------------------------

template <class T>
LANESCOPE_HOST cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, T kernel,
                                                                         int block_size,
                                                                         size_t dynamic_bytes) {
  return ::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
      blocks, (const void*)kernel, block_size, dynamic_bytes, cudaOccupancyDefault);
}
template <class T>
LANESCOPE_HOST cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int* blocks, T kernel, int block_size, size_t dynamic_bytes, unsigned flags) {
  return ::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, (const void*)kernel,
                                                                  block_size, dynamic_bytes, flags);
}
template <class T>
LANESCOPE_HOST cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t* bytes, T* kernel,
                                                                     int blocks, int block_size) {
  return ::cudaOccupancyAvailableDynamicSMemPerBlock(bytes, (const void*)kernel, blocks,
                                                     block_size);
}
template <class T>
LANESCOPE_HOST cudaError_t cudaOccupancyMaxActiveClusters(int* clusters, T* kernel,
                                                          const cudaLaunchConfig_t* config) {
  return ::cudaOccupancyMaxActiveClusters(clusters, (const void*)kernel, config);
}

// The block size, a multiple of the warp size, with the most resident threads; of equal ones the
// largest. `grid_size` receives the number of blocks that fill the device.
template <class Bytes, class T>
LANESCOPE_HOST cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
    int* grid_size, int* block_size, T kernel, Bytes dynamic_bytes_of, int limit = 0,
    unsigned flags = 0) {
  if (!grid_size || !block_size || !kernel) return cudaErrorInvalidValue;
  int device = 0, warp = 0, most_threads = 0, multiprocessors = 0, max_block = 0;
  cudaError_t error = ::cudaGetDevice(&device);
  if (error != cudaSuccess) return error;
  ::cudaDeviceGetAttribute(&warp, cudaDevAttrWarpSize, device);
  ::cudaDeviceGetAttribute(&most_threads, cudaDevAttrMaxThreadsPerMultiProcessor, device);
  ::cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
  ::cudaDeviceGetAttribute(&max_block, cudaDevAttrMaxThreadsPerBlock, device);
  struct cudaFuncAttributes attributes;
  error = ::cudaFuncGetAttributes(&attributes, (const void*)kernel);
  if (error != cudaSuccess) return error;
  if (attributes.maxThreadsPerBlock < max_block) max_block = attributes.maxThreadsPerBlock;
  if (limit > 0 && limit < max_block) max_block = limit;
  int best_threads = 0, best_block = 0, best_blocks = 0;
  for (int size = (max_block + warp - 1) / warp * warp; size > 0; size -= warp) {
    const int block = size < max_block ? size : max_block;
    int blocks = 0;
    error = ::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
        &blocks, (const void*)kernel, block, dynamic_bytes_of(block), flags);
    if (error != cudaSuccess) return error;
    if (blocks * block > best_threads) {
      best_threads = blocks * block;
      best_block = block;
      best_blocks = blocks;
    }
    if (best_threads == most_threads) break;
  }
  *grid_size = best_blocks * multiprocessors;
  *block_size = best_block;
  return cudaSuccess;
}
template <class Bytes, class T>
LANESCOPE_HOST cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int* grid_size,
                                                                          int* block_size, T kernel,
                                                                          Bytes dynamic_bytes_of,
                                                                          int limit = 0) {
  return cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(grid_size, block_size, kernel,
                                                                 dynamic_bytes_of, limit);
}
template <class T>
LANESCOPE_HOST cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(int* grid_size,
                                                                       int* block_size, T kernel,
                                                                       size_t dynamic_bytes = 0,
                                                                       int limit = 0,
                                                                       unsigned flags = 0) {
  return cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
      grid_size, block_size, kernel, [dynamic_bytes](int) { return dynamic_bytes; }, limit, flags);
}
template <class T>
LANESCOPE_HOST cudaError_t cudaOccupancyMaxPotentialBlockSize(int* grid_size, int* block_size,
                                                              T kernel, size_t dynamic_bytes = 0,
                                                              int limit = 0) {
  return cudaOccupancyMaxPotentialBlockSizeWithFlags(grid_size, block_size, kernel, dynamic_bytes,
                                                     limit);
}

// ---- channels, extents
// -----------------------------------------------------------------------------------------------

#ifndef LANESCOPE_NO_CHANNELS
namespace lanescope_channel {
template <class T, int bits, cudaChannelFormatKind kind>
struct Components {
  static cudaChannelFormatDesc get() {
    const int count = sizeof(T) * 8 / bits;
    return ::cudaCreateChannelDesc(bits, count > 1 ? bits : 0, count > 2 ? bits : 0,
                                   count > 3 ? bits : 0, kind);
  }
};
template <class T>
struct Of {
  static cudaChannelFormatDesc get() {
    return ::cudaCreateChannelDesc(0, 0, 0, 0, cudaChannelFormatKindNone);
  }
};
#define LANESCOPE_CHANNEL(T, bits, kind) \
  template <>                            \
  struct Of<T> : Components<T, bits, cudaChannelFormatKind##kind> {};
#define LANESCOPE_CHANNELS(T, name, bits, kind) \
  LANESCOPE_CHANNEL(T, bits, kind)              \
  LANESCOPE_CHANNEL(name##1, bits, kind)        \
  LANESCOPE_CHANNEL(name##2, bits, kind)        \
  LANESCOPE_CHANNEL(name##4, bits, kind)
LANESCOPE_CHANNEL(char, 8, Signed)
LANESCOPE_CHANNELS(signed char, char, 8, Signed)
LANESCOPE_CHANNELS(unsigned char, uchar, 8, Unsigned)
LANESCOPE_CHANNELS(short, short, 16, Signed)
LANESCOPE_CHANNELS(unsigned short, ushort, 16, Unsigned)
LANESCOPE_CHANNELS(int, int, 32, Signed)
LANESCOPE_CHANNELS(unsigned int, uint, 32, Unsigned)
LANESCOPE_CHANNELS(float, float, 32, Float)
#undef LANESCOPE_CHANNELS
#undef LANESCOPE_CHANNEL
}  // namespace lanescope_channel
template <class T>
LANESCOPE_HOST cudaChannelFormatDesc cudaCreateChannelDesc() {
  return lanescope_channel::Of<T>::get();
}
LANESCOPE_HOST cudaChannelFormatDesc cudaCreateChannelDescHalf() {
  return ::cudaCreateChannelDesc(16, 0, 0, 0, cudaChannelFormatKindFloat);
}
#endif

LANESCOPE_HOST cudaPitchedPtr make_cudaPitchedPtr(void* pointer, size_t pitch, size_t xsize,
                                                  size_t ysize) {
  cudaPitchedPtr made;
  made.ptr = pointer;
  made.pitch = pitch;
  made.xsize = xsize;
  made.ysize = ysize;
  return made;
}
LANESCOPE_HOST cudaPos make_cudaPos(size_t x, size_t y, size_t z) {
  cudaPos made;
  made.x = x;
  made.y = y;
  made.z = z;
  return made;
}
LANESCOPE_HOST cudaExtent make_cudaExtent(size_t width, size_t height, size_t depth) {
  cudaExtent made;
  made.width = width;
  made.height = height;
  made.depth = depth;
  return made;
}

#undef LANESCOPE_HOST

#endif
