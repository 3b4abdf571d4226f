#include "kernels/runtime/earlier_cuda.h"

#include <array>
#include <cstring>

#include "kernels/runtime/runtime.h"

namespace lanescope::runtime {

// version.cpp of each library has its own.
__attribute__((weak)) int cuda_version() { return 13; }

namespace {

// Of graphs: an edge's data came as a parameter before the count.
bool has_edges() { return cuda_version() >= 13; }

// cudaDeviceProp of CUDA 12: CUDA 13 took some members away. CUDA 11's is its beginning.
constexpr std::size_t bytes_of_11 = 728, bytes_of_12 = 1032;

class EarlierProperties {
 public:
  explicit EarlierProperties(const cudaDeviceProp& from)
      : from_(reinterpret_cast<const char*>(&from)) {
    members(from.name, from.maxGridSize);
    attribute(cudaDevAttrClockRate);
    members(from.totalConstMem, from.texturePitchAlignment);
    number(1);  // deviceOverlap
    number(from.multiProcessorCount);
    attribute(cudaDevAttrKernelExecTimeout);
    members(from.integrated, from.canMapHostMemory);
    attribute(cudaDevAttrComputeMode);
    members(from.maxTexture1D, from.maxTexture1DMipmap);
    attribute(cudaDevAttrMaxTexture1DLinearWidth);
    members(from.maxTexture2D, from.maxSurfaceCubemapLayered);
    members(from.surfaceAlignment, from.surfaceAlignment);
    members(from.concurrentKernels, from.unifiedAddressing);
    attribute(cudaDevAttrMemoryClockRate);
    members(from.memoryBusWidth, from.localL1CacheSupported);
    members(from.sharedMemPerMultiprocessor, from.sharedMemPerMultiprocessor);
    members(from.regsPerMultiprocessor, from.hostNativeAtomicSupported);
    attribute(cudaDevAttrSingleToDoublePrecisionPerfRatio);
    members(from.pageableMemoryAccess, from.cooperativeLaunch);
    number(0);  // cooperativeMultiDeviceLaunch
    members(from.sharedMemPerBlockOptin, from.reservedSharedMemPerBlock);
    members(from.hostRegisterSupported, from.unifiedFunctionPointers);
  }
  void write(void* to, std::size_t bytes) const { std::memcpy(to, bytes_.data(), bytes); }

 private:
  void put(const void* from, std::size_t bytes, std::size_t alignment) {
    at_ = (at_ + alignment - 1) / alignment * alignment;
    std::memcpy(bytes_.data() + at_, from, bytes);
    at_ += bytes;
  }
  // All from `first` to `last`, which follow each other alike in both layouts.
  template <class First, class Last>
  void members(const First& first, const Last& last) {
    const auto begin = reinterpret_cast<const char*>(&first) - from_;
    const auto end = reinterpret_cast<const char*>(&last) + sizeof last - from_;
    put(from_ + begin, static_cast<std::size_t>(end - begin), alignof(First));
  }
  void number(int value) { put(&value, sizeof value, alignof(int)); }
  void attribute(cudaDeviceAttr which) {
    int value = 0;
    cudaDeviceGetAttribute(&value, which, 0);
    number(value);
  }

  const char* from_;
  std::array<char, bytes_of_12> bytes_{};
  std::size_t at_ = 0;
};

cudaError_t write_properties(void* to, int device, std::size_t bytes) {
  cudaDeviceProp now;
  const cudaError_t error = current_properties(to != nullptr ? &now : nullptr, device);
  if (error == cudaSuccess) EarlierProperties(now).write(to, bytes);
  return error;
}

}  // namespace

cudaError_t properties_of_12(void* properties, int device) {
  return write_properties(properties, device, bytes_of_12);
}
cudaError_t properties_of_11(void* properties, int device) {
  return write_properties(properties, device, bytes_of_11);
}

}  // namespace lanescope::runtime

using namespace lanescope::runtime;

// cudaLaunchParams of cudaLaunchCooperativeKernelMultiDevice().
struct LaunchOnOneDevice {
  void* function;
  dim3 grid, block;
  void** arguments;
  std::size_t shared_bytes;
  cudaStream_t stream;
};

extern "C" {

// ---- names that CUDA 13 has not

cudaError_t cudaThreadSynchronize(void) { return cudaDeviceSynchronize(); }
cudaError_t cudaThreadExit(void) { return cudaDeviceReset(); }
cudaError_t cudaThreadSetLimit(cudaLimit limit, std::size_t value) {
  return cudaDeviceSetLimit(limit, value);
}
cudaError_t cudaThreadGetLimit(std::size_t* value, cudaLimit limit) {
  return cudaDeviceGetLimit(value, limit);
}
cudaError_t cudaThreadSetCacheConfig(cudaFuncCache config) {
  return cudaDeviceSetCacheConfig(config);
}
cudaError_t cudaThreadGetCacheConfig(cudaFuncCache* config) {
  return cudaDeviceGetCacheConfig(config);
}
cudaError_t cudaGetDeviceProperties_v2(void* properties, int device) {
  return properties_of_12(properties, device);
}
cudaError_t cudaEventElapsedTime_v2(float* milliseconds, cudaEvent_t from, cudaEvent_t to) {
  return cudaEventElapsedTime(milliseconds, from, to);
}
cudaError_t cudaStreamGetCaptureInfo_v2(cudaStream_t stream, cudaStreamCaptureStatus* status,
                                        unsigned long long* id, cudaGraph_t* graph,
                                        const cudaGraphNode_t** after, std::size_t* count) {
  return cudaStreamGetCaptureInfo_v3(stream, status, id, graph, after, nullptr, count);
}
// Late versions of CUDA 11 have it: the last member of the description is new there.
cudaError_t cudaCreateTextureObject_v2(cudaTextureObject_t* texture,
                                       const cudaResourceDesc* resource, const cudaTextureDesc* how,
                                       const cudaResourceViewDesc* view) {
  return cudaCreateTextureObject(texture, resource, how, view);
}
cudaError_t cudaGetTextureObjectTextureDesc_v2(cudaTextureDesc* how, cudaTextureObject_t texture) {
  return cudaGetTextureObjectTextureDesc(how, texture);
}
cudaError_t cudaLaunchCooperativeKernelMultiDevice(LaunchOnOneDevice* launches, unsigned count,
                                                   unsigned /*flags*/) {
  if (launches == nullptr || count != 1) return api([](Runtime&) { return cudaErrorInvalidValue; });
  return cudaLaunchCooperativeKernel(launches->function, launches->grid, launches->block,
                                     launches->arguments, launches->shared_bytes, launches->stream);
}

// ---- names that CUDA 13 has with other parameters. An earlier call leaves those out that came
// later, and those behind them come in their registers.

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
  return cuda_version() >= 13 ? current_properties(properties, device)
                              : properties_of_11(properties, device);
}
cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, cudaStreamCaptureStatus* status,
                                     unsigned long long* id, cudaGraph_t* graph,
                                     const cudaGraphNode_t** after, const cudaGraphEdgeData** edges,
                                     std::size_t* count) {
  if (has_edges())
    return cudaStreamGetCaptureInfo_v3(stream, status, id, graph, after, edges, count);
  return cudaStreamGetCaptureInfo_v3(stream, status, id, nullptr, nullptr, nullptr, nullptr);
}
cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                     const cudaGraphNode_t* to, const cudaGraphEdgeData* edges,
                                     std::size_t count) {
  if (!has_edges()) count = reinterpret_cast<std::size_t>(edges);
  return cudaGraphAddDependencies_v2(graph, from, to, nullptr, count);
}
cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                        const cudaGraphNode_t* to, const cudaGraphEdgeData* edges,
                                        std::size_t count) {
  if (!has_edges()) count = reinterpret_cast<std::size_t>(edges);
  return cudaGraphRemoveDependencies_v2(graph, from, to, nullptr, count);
}
cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to,
                              cudaGraphEdgeData* edges, std::size_t* count) {
  if (has_edges()) return cudaGraphGetEdges_v2(graph, from, to, edges, count);
  return cudaGraphGetEdges_v2(graph, from, to, nullptr, reinterpret_cast<std::size_t*>(edges));
}
cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t* after,
                                         cudaGraphEdgeData* edges, std::size_t* count) {
  if (has_edges()) return cudaGraphNodeGetDependencies_v2(node, after, edges, count);
  return cudaGraphNodeGetDependencies_v2(node, after, nullptr,
                                         reinterpret_cast<std::size_t*>(edges));
}
cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t* nodes,
                                           cudaGraphEdgeData* edges, std::size_t* count) {
  if (has_edges()) return cudaGraphNodeGetDependentNodes_v2(node, nodes, edges, count);
  return cudaGraphNodeGetDependentNodes_v2(node, nodes, nullptr,
                                           reinterpret_cast<std::size_t*>(edges));
}
cudaError_t cudaGraphAddNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                             const cudaGraphEdgeData* edges, std::size_t count,
                             cudaGraphNodeParams* params) {
  if (has_edges()) return cudaGraphAddNode_v2(node, graph, after, edges, count, params);
  return cudaGraphAddNode_v2(node, graph, after, nullptr, reinterpret_cast<std::size_t>(edges),
                             reinterpret_cast<cudaGraphNodeParams*>(count));
}
// Earlier: a device's number for the location, and the stream for the flags.
cudaError_t cudaMemPrefetchAsync(const void* pointer, std::size_t bytes, cudaMemLocation location,
                                 unsigned flags, cudaStream_t stream) {
  if (cuda_version() < 13) stream = nullptr;
  return cudaMemPrefetchAsync_v2(pointer, bytes, location, flags, stream);
}
cudaError_t cudaMemAdvise(const void* pointer, std::size_t bytes, cudaMemoryAdvise advice,
                          cudaMemLocation location) {
  return cudaMemAdvise_v2(pointer, bytes, advice, location);
}

}  // extern "C"
