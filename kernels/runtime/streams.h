// Streams, events, and graphs: work that is given to a stream runs at once, or is kept by the graph
// that is captured.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "kernels/runtime/include/cuda_runtime.h"
#include "kernels/runtime/modules.h"

namespace lanescope::runtime {

struct KernelWork {
  Kernel* kernel = nullptr;
  dim3 grid, block;
  std::uint64_t shared_bytes = 0;
  bool is_cooperative = false;
  std::vector<std::vector<std::byte>> arguments;
  const void* caller = nullptr;  // return address in the program; nullptr: not known
};
struct CopyWork {
  cudaMemcpy3DParms how;
};
struct MemsetWork {
  cudaMemsetParams how;
};
struct HostWork {
  cudaHostNodeParams how;
};
struct CallbackWork {
  cudaStreamCallback_t function = nullptr;
  cudaStream_t stream = nullptr;
  void* data = nullptr;
};
struct RecordWork {
  cudaEvent_t event = nullptr;
};
struct WaitWork {
  cudaEvent_t event = nullptr;
};
struct ChildWork {
  std::shared_ptr<CUgraph_st> graph;
};
struct AllocateWork {
  cudaMemAllocNodeParams how;
};
struct FreeWork {
  void* pointer = nullptr;
};
struct EmptyWork {};

using Work = std::variant<EmptyWork, KernelWork, CopyWork, MemsetWork, HostWork, CallbackWork,
                          RecordWork, WaitWork, ChildWork, AllocateWork, FreeWork>;

// Does it now.
cudaError_t perform(Work& work, cudaStream_t stream);
// Does it now, or adds it to the graph that the stream is captured into.
cudaError_t submit(cudaStream_t stream, Work work);

// launch.cpp
cudaError_t launch(KernelWork& work, cudaStream_t stream);
// copies.cpp
// `only_checks`: finds its errors and copies nothing.
cudaError_t copy_3d(const cudaMemcpy3DParms& how, bool only_checks);
cudaError_t fill(const cudaMemsetParams& how);

// Whether the handle is a stream that exists.
[[nodiscard]] bool is_stream(cudaStream_t stream);
[[nodiscard]] bool is_event(cudaEvent_t event);
// cudaErrorStreamCaptureUnsupported if a stream is being captured, which then is invalid.
[[nodiscard]] cudaError_t refuse_in_capture();
// The same for work of the legacy stream, if a stream that waits for it is captured.
[[nodiscard]] cudaError_t refuse_legacy_in_capture();
// False: cudaThreadExchangeStreamCaptureMode() allows this thread calls that others may not make
// while a stream is captured.
[[nodiscard]] bool may_not_be_unsafe();

}  // namespace lanescope::runtime

struct CUgraphNode_st {
  CUgraph_st* graph = nullptr;
  lanescope::runtime::Work work;
  std::vector<CUgraphNode_st*> after;  // its dependencies
  bool is_enabled = true;
  std::size_t copied_from = 0;  // number of the node in the graph that this one was copied from
  // What cudaGraphKernelNodeGetParams() returns.
  cudaKernelNodeParams kernel_params{};
  std::vector<void*> argument_pointers;
};

struct CUgraph_st {
  std::vector<std::unique_ptr<CUgraphNode_st>> nodes;
  [[nodiscard]] std::shared_ptr<CUgraph_st> copy() const;
  // In an order that keeps the dependencies; empty: there is a cycle.
  [[nodiscard]] std::vector<CUgraphNode_st*> in_order() const;
};

struct CUstream_st {
  unsigned flags = 0;
  int priority = 0;
  unsigned long long id = 0;
  // While it is captured:
  std::shared_ptr<CUgraph_st> captured;
  std::vector<CUgraphNode_st*> last;  // what the next node depends on
  cudaStreamCaptureMode mode = cudaStreamCaptureModeGlobal;
  bool is_origin = false;  // cudaStreamBeginCapture() was called for it, not an event waited for
  bool is_invalid = false;
  unsigned long long capture_id = 0;
};

struct CUevent_st {
  unsigned flags = 0;
  bool was_recorded = false;
  std::chrono::steady_clock::time_point at;
  // Recorded in a stream that was captured: what it waits for.
  std::shared_ptr<CUgraph_st> captured;
  std::vector<CUgraphNode_st*> nodes;
  unsigned long long capture_id = 0;
};
