// The runtime's functions that a program calls and Capture wants to know of. Those with _ptsz are
// of programs that are compiled with a default stream for each thread.
#include "kernels/runtime/capture/capture.h"
#include "kernels/runtime/capture/next.h"

using lanescope::capture::Capture;
using lanescope::capture::LaunchCall;

namespace {

// The stub of the kernel is between the program's own code and its launch, so the return address of
// the push is remembered.
thread_local const void* pushed_from = nullptr;

const void* take_caller(const void* here) {
  const void* caller = pushed_from != nullptr ? pushed_from : here;
  pushed_from = nullptr;
  return caller;
}

cudaError_t with_memory(cudaError_t result, void* const* pointer, std::size_t bytes,
                        bool host_can_reach = false) {
  if (result == cudaSuccess) Capture::get().add_memory(*pointer, bytes, host_can_reach);
  return result;
}

cudaError_t without_memory(cudaError_t result, const void* pointer) {
  if (result == cudaSuccess) Capture::get().remove_memory(pointer);
  return result;
}

LaunchCall call_of(const cudaLaunchConfig_t& config, const void* function, void** arguments,
                   const void* caller) {
  LaunchCall call{
      function,      config.gridDim, config.blockDim, arguments, config.dynamicSmemBytes,
      config.stream, false,          false,           caller};
  for (unsigned i = 0; i < config.numAttrs; ++i) {
    const cudaLaunchAttribute& attribute = config.attrs[i];
    if (attribute.id == cudaLaunchAttributeCooperative)
      call.is_cooperative = attribute.val.cooperative != 0;
    const auto& cluster = attribute.val.clusterDim;
    if (attribute.id == cudaLaunchAttributeClusterDimension)
      call.has_clusters = cluster.x * cluster.y * cluster.z > 1;
  }
  return call;
}

}  // namespace

extern "C" {

// What compilers' host code calls; no header of CUDA's own declares it to programs.
void** __cudaRegisterFatBinary(void* image);
void __cudaRegisterFunction(void** module, const char* function, char* device_function,
                            const char* name, int thread_limit, uint3* thread, uint3* block,
                            dim3* block_size, dim3* grid_size, int* warp_size);
void __cudaRegisterVar(void** module, char* variable, char* address, const char* name,
                       int is_extern, size_t bytes, int is_constant, int is_global);
void __cudaRegisterManagedVar(void** module, void** variable, char* address, const char* name,
                              int is_extern, size_t bytes, int is_constant, int is_global);
cudaError_t __cudaGetKernel(cudaKernel_t* kernel, const void* function);
unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared_bytes,
                                     CUstream_st* stream);
cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void** arguments,
                               size_t shared_bytes, cudaStream_t stream);

void** __cudaRegisterFatBinary(void* image) {
  void** handle = NEXT(__cudaRegisterFatBinary)(image);
  Capture::get().add_module(handle, image);
  return handle;
}
void __cudaRegisterFunction(void** module, const char* function, char* device_function,
                            const char* name, int thread_limit, uint3* thread, uint3* block,
                            dim3* block_size, dim3* grid_size, int* warp_size) {
  NEXT(__cudaRegisterFunction)
  (module, function, device_function, name, thread_limit, thread, block, block_size, grid_size,
   warp_size);
  Capture::get().add_kernel(module, function, name);
}
void __cudaRegisterVar(void** module, char* variable, char* address, const char* name,
                       int is_extern, size_t bytes, int is_constant, int is_global) {
  NEXT(__cudaRegisterVar)
  (module, variable, address, name, is_extern, bytes, is_constant, is_global);
  Capture::get().add_variable(module, variable, name, bytes, false);
}
void __cudaRegisterManagedVar(void** module, void** variable, char* address, const char* name,
                              int is_extern, size_t bytes, int is_constant, int is_global) {
  NEXT(__cudaRegisterManagedVar)
  (module, variable, address, name, is_extern, bytes, is_constant, is_global);
  Capture::get().add_variable(module, variable, name, bytes, true);
}
cudaError_t __cudaGetKernel(cudaKernel_t* kernel, const void* function) {
  const cudaError_t result = NEXT(__cudaGetKernel)(kernel, function);
  if (result == cudaSuccess) Capture::get().add_handle(*kernel, function);
  return result;
}
unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared_bytes,
                                     CUstream_st* stream) {
  pushed_from = __builtin_return_address(0);
  return NEXT(__cudaPushCallConfiguration)(grid, block, shared_bytes, stream);
}

// ---- launches ----

#define LAUNCHES(suffix)                                                                          \
  cudaError_t __cudaLaunchKernel##suffix(cudaKernel_t kernel, dim3 grid, dim3 block,              \
                                         void** arguments, size_t shared_bytes,                   \
                                         cudaStream_t stream) {                                   \
    const auto forward = NEXT(__cudaLaunchKernel##suffix);                                        \
    return Capture::get().launched(                                                               \
        {kernel, grid, block, arguments, shared_bytes, stream, false, false,                      \
         take_caller(__builtin_return_address(0))},                                               \
        [&] { return forward(kernel, grid, block, arguments, shared_bytes, stream); });           \
  }                                                                                               \
  cudaError_t cudaLaunchKernel##suffix(const void* function, dim3 grid, dim3 block,               \
                                       void** arguments, size_t shared_bytes,                     \
                                       cudaStream_t stream) {                                     \
    const auto forward = NEXT(cudaLaunchKernel##suffix);                                          \
    return Capture::get().launched(                                                               \
        {function, grid, block, arguments, shared_bytes, stream, false, false,                    \
         take_caller(__builtin_return_address(0))},                                               \
        [&] { return forward(function, grid, block, arguments, shared_bytes, stream); });         \
  }                                                                                               \
  cudaError_t cudaLaunchCooperativeKernel##suffix(const void* function, dim3 grid, dim3 block,    \
                                                  void** arguments, size_t shared_bytes,          \
                                                  cudaStream_t stream) {                          \
    const auto forward = NEXT(cudaLaunchCooperativeKernel##suffix);                               \
    return Capture::get().launched(                                                               \
        {function, grid, block, arguments, shared_bytes, stream, true, false,                     \
         take_caller(__builtin_return_address(0))},                                               \
        [&] { return forward(function, grid, block, arguments, shared_bytes, stream); });         \
  }                                                                                               \
  cudaError_t cudaLaunchKernelExC##suffix(const cudaLaunchConfig_t* config, const void* function, \
                                          void** arguments) {                                     \
    const auto forward = NEXT(cudaLaunchKernelExC##suffix);                                       \
    if (config == nullptr) return forward(config, function, arguments);                           \
    return Capture::get().launched(                                                               \
        call_of(*config, function, arguments, take_caller(__builtin_return_address(0))),          \
        [&] { return forward(config, function, arguments); });                                    \
  }                                                                                               \
  cudaError_t cudaMallocAsync##suffix(void** pointer, size_t bytes, cudaStream_t stream) {        \
    return with_memory(NEXT(cudaMallocAsync##suffix)(pointer, bytes, stream), pointer, bytes);    \
  }                                                                                               \
  cudaError_t cudaMallocFromPoolAsync##suffix(void** pointer, size_t bytes, cudaMemPool_t pool,   \
                                              cudaStream_t stream) {                              \
    return with_memory(NEXT(cudaMallocFromPoolAsync##suffix)(pointer, bytes, pool, stream),       \
                       pointer, bytes);                                                           \
  }                                                                                               \
  cudaError_t cudaFreeAsync##suffix(void* pointer, cudaStream_t stream) {                         \
    return without_memory(NEXT(cudaFreeAsync##suffix)(pointer, stream), pointer);                 \
  }

cudaError_t __cudaLaunchKernel_ptsz(cudaKernel_t, dim3, dim3, void**, size_t, cudaStream_t);
cudaError_t cudaLaunchKernel_ptsz(const void*, dim3, dim3, void**, size_t, cudaStream_t);
cudaError_t cudaLaunchCooperativeKernel_ptsz(const void*, dim3, dim3, void**, size_t, cudaStream_t);
cudaError_t cudaLaunchKernelExC_ptsz(const cudaLaunchConfig_t*, const void*, void**);
cudaError_t cudaMallocAsync_ptsz(void**, size_t, cudaStream_t);
cudaError_t cudaMallocFromPoolAsync_ptsz(void**, size_t, cudaMemPool_t, cudaStream_t);
cudaError_t cudaFreeAsync_ptsz(void*, cudaStream_t);
LAUNCHES()
LAUNCHES(_ptsz)

// ---- memory ----

cudaError_t cudaMalloc(void** pointer, size_t bytes) {
  return with_memory(NEXT(cudaMalloc)(pointer, bytes), pointer, bytes);
}
cudaError_t cudaMallocPitch(void** pointer, size_t* pitch, size_t width, size_t height) {
  const cudaError_t result = NEXT(cudaMallocPitch)(pointer, pitch, width, height);
  return result == cudaSuccess ? with_memory(result, pointer, *pitch * height) : result;
}
cudaError_t cudaMalloc3D(cudaPitchedPtr* pitched, cudaExtent extent) {
  const cudaError_t result = NEXT(cudaMalloc3D)(pitched, extent);
  return with_memory(result, &pitched->ptr, pitched->pitch * extent.height * extent.depth);
}
cudaError_t cudaMallocManaged(void** pointer, size_t bytes, unsigned flags) {
  return with_memory(NEXT(cudaMallocManaged)(pointer, bytes, flags), pointer, bytes);
}
cudaError_t cudaMallocHost(void** pointer, size_t bytes) {
  return with_memory(NEXT(cudaMallocHost)(pointer, bytes), pointer, bytes, true);
}
cudaError_t cudaHostAlloc(void** pointer, size_t bytes, unsigned flags) {
  return with_memory(NEXT(cudaHostAlloc)(pointer, bytes, flags), pointer, bytes, true);
}
cudaError_t cudaHostRegister(void* pointer, size_t bytes, unsigned flags) {
  return with_memory(NEXT(cudaHostRegister)(pointer, bytes, flags), &pointer, bytes, true);
}
cudaError_t cudaFree(void* pointer) { return without_memory(NEXT(cudaFree)(pointer), pointer); }
cudaError_t cudaFreeHost(void* pointer) {
  return without_memory(NEXT(cudaFreeHost)(pointer), pointer);
}
cudaError_t cudaHostUnregister(void* pointer) {
  return without_memory(NEXT(cudaHostUnregister)(pointer), pointer);
}
cudaError_t cudaDeviceReset() {
  const cudaError_t result = NEXT(cudaDeviceReset)();
  Capture::get().forget_memory();
  return result;
}

}  // extern "C"
