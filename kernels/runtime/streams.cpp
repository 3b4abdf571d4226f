#include "kernels/runtime/streams.h"

#include <algorithm>
#include <cstring>
#include <deque>
#include <map>

#include "kernels/runtime/runtime.h"
#include "sim/exec/run/launch.h"

namespace lanescope::runtime {
namespace {

template <class... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};

// The streams and events that exist. A handle that is in none of these is refused, not followed.
struct Handles {
  std::map<cudaStream_t, std::unique_ptr<CUstream_st>> streams;
  std::map<cudaEvent_t, std::unique_ptr<CUevent_st>> events;
  std::map<cudaGraph_t, std::shared_ptr<CUgraph_st>> graphs;
  std::map<cudaGraphExec_t, std::shared_ptr<CUgraph_st>> executables;
  CUstream_st per_thread;
  unsigned long long next_id = 3;  // after the legacy and the per-thread stream
  unsigned long long next_capture = 1;
  unsigned long long next_executable = 0;
};
Handles& handles() {
  static auto* all = new Handles();
  return *all;
}

bool is_default(cudaStream_t stream) { return stream == nullptr || stream == cudaStreamLegacy; }

CUstream_st* object_of(cudaStream_t stream) {
  if (is_default(stream)) return nullptr;
  if (stream == cudaStreamPerThread) return &handles().per_thread;
  const auto found = handles().streams.find(stream);
  return found != handles().streams.end() ? found->second.get() : nullptr;
}

CUgraphNode_st* add_node(CUgraph_st& graph, Work work, std::vector<CUgraphNode_st*> after) {
  auto node = std::make_unique<CUgraphNode_st>();
  node->graph = &graph;
  node->work = std::move(work);
  node->after = std::move(after);
  graph.nodes.push_back(std::move(node));
  return graph.nodes.back().get();
}

// A capture that went wrong goes on, and ends with an error.
void invalidate(const std::shared_ptr<CUgraph_st>& captured) {
  for (auto& [handle, stream] : handles().streams) {
    if (stream->captured == captured) stream->is_invalid = true;
  }
  if (handles().per_thread.captured == captured) handles().per_thread.is_invalid = true;
}

cudaStreamCaptureMode& thread_capture_mode() {
  thread_local cudaStreamCaptureMode mode = cudaStreamCaptureModeGlobal;
  return mode;
}

// Host functions may wait for other threads that use the API.
template <class Function>
void call_unlocked(Function function) {
  Runtime& runtime = Runtime::get();
  runtime.show_printed();
  runtime.mutex.unlock();
  function();
  runtime.mutex.lock();
}

cudaError_t run_graph(const CUgraph_st& graph, cudaStream_t stream) {
  for (CUgraphNode_st* node : graph.in_order()) {
    if (!node->is_enabled) continue;
    const cudaError_t error = perform(node->work, stream);
    if (error != cudaSuccess) return error;
    if (Runtime::get().fault != cudaSuccess) break;
  }
  return cudaSuccess;
}

}  // namespace

bool is_stream(cudaStream_t stream) { return is_default(stream) || object_of(stream) != nullptr; }
bool is_event(cudaEvent_t event) { return handles().events.contains(event); }

bool may_not_be_unsafe() { return thread_capture_mode() != cudaStreamCaptureModeRelaxed; }

// The legacy stream would have to wait for a stream that is being captured.
cudaError_t refuse_legacy_in_capture() {
  for (auto& [handle, other] : handles().streams) {
    if (other->captured == nullptr || (other->flags & cudaStreamNonBlocking) != 0) continue;
    invalidate(other->captured);
    return cudaErrorStreamCaptureImplicit;
  }
  return cudaSuccess;
}

cudaError_t refuse_in_capture() {
  bool is_capturing = false;
  for (auto& [handle, stream] : handles().streams) {
    if (stream->captured == nullptr || stream->mode == cudaStreamCaptureModeRelaxed) continue;
    stream->is_invalid = true;
    is_capturing = true;
  }
  return is_capturing ? cudaErrorStreamCaptureUnsupported : cudaSuccess;
}

cudaError_t perform(Work& work, cudaStream_t stream) {
  return std::visit(
      Overloaded{
          [](EmptyWork&) { return cudaSuccess; },
          [&](KernelWork& kernel) { return launch(kernel, stream); },
          [](CopyWork& copy) { return copy_3d(copy.how, false); },
          [](MemsetWork& memset) { return fill(memset.how); },
          [](HostWork& host) {
            call_unlocked([&] { host.how.fn(host.how.userData); });
            return cudaSuccess;
          },
          [](CallbackWork& callback) {
            call_unlocked([&] { callback.function(callback.stream, cudaSuccess, callback.data); });
            return cudaSuccess;
          },
          [](RecordWork& record) {
            if (!is_event(record.event)) return cudaErrorInvalidResourceHandle;
            record.event->was_recorded = true;
            record.event->at = std::chrono::steady_clock::now();
            return cudaSuccess;
          },
          [](WaitWork&) { return cudaSuccess; },
          [&](ChildWork& child) { return run_graph(*child.graph, stream); },
          [](AllocateWork&) { return cudaSuccess; },  // it has its memory since it was added
          [](FreeWork&) { return cudaSuccess; },
      },
      work);
}

cudaError_t submit(cudaStream_t stream, Work work) {
  if (!is_stream(stream)) return cudaErrorInvalidResourceHandle;
  CUstream_st* object = object_of(stream);
  if (object != nullptr && object->captured != nullptr) {
    if (object->is_invalid) return cudaErrorStreamCaptureInvalidated;
    if (const auto* copy = std::get_if<CopyWork>(&work)) {
      const cudaError_t error = copy_3d(copy->how, true);
      if (error != cudaSuccess) return error;
    }
    object->last = {add_node(*object->captured, std::move(work), object->last)};
    return cudaSuccess;
  }
  if (is_default(stream)) {
    const cudaError_t error = refuse_legacy_in_capture();
    if (error != cudaSuccess) return error;
  }
  return perform(work, stream);
}

}  // namespace lanescope::runtime

using namespace lanescope::runtime;

std::vector<CUgraphNode_st*> CUgraph_st::in_order() const {
  std::vector<CUgraphNode_st*> ordered;
  std::set<const CUgraphNode_st*> done;
  while (ordered.size() < nodes.size()) {
    const std::size_t before = ordered.size();
    for (const auto& node : nodes) {
      if (done.contains(node.get())) continue;
      const bool is_ready =
          std::ranges::all_of(node->after, [&](auto* each) { return done.contains(each); });
      if (!is_ready) continue;
      done.insert(node.get());
      ordered.push_back(node.get());
    }
    if (ordered.size() == before) return {};
  }
  return ordered;
}

std::shared_ptr<CUgraph_st> CUgraph_st::copy() const {
  auto made = std::make_shared<CUgraph_st>();
  std::map<const CUgraphNode_st*, CUgraphNode_st*> copies;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    Work work = nodes[i]->work;
    if (auto* child = std::get_if<ChildWork>(&work)) child->graph = child->graph->copy();
    CUgraphNode_st* node = add_node(*made, std::move(work), {});
    node->is_enabled = nodes[i]->is_enabled;
    node->copied_from = i;
    copies[nodes[i].get()] = node;
  }
  for (const auto& node : nodes) {
    for (const CUgraphNode_st* each : node->after)
      copies[node.get()]->after.push_back(copies[each]);
  }
  return made;
}

// ---- streams
// ---------------------------------------------------------------------------------------------------------

extern "C" {

cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned flags, int priority) {
  return api([&](Runtime&) {
    if (stream == nullptr || flags > cudaStreamNonBlocking) return cudaErrorInvalidValue;
    auto made = std::make_unique<CUstream_st>();
    made->flags = flags;
    made->priority = std::clamp(priority, -5, 0);
    made->id = handles().next_id++;
    *stream = made.get();
    handles().streams[*stream] = std::move(made);
    return cudaSuccess;
  });
}
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags) {
  return cudaStreamCreateWithPriority(stream, flags, 0);
}
cudaError_t cudaStreamCreate(cudaStream_t* stream) {
  return cudaStreamCreateWithPriority(stream, cudaStreamDefault, 0);
}
cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  return api([&](Runtime&) {
    if (handles().streams.erase(stream) == 0) return cudaErrorInvalidResourceHandle;
    return cudaSuccess;
  });
}
cudaError_t cudaStreamGetPriority(cudaStream_t stream, int* priority) {
  return api([&](Runtime&) {
    if (priority == nullptr) return cudaErrorInvalidValue;
    if (!is_stream(stream)) return cudaErrorInvalidResourceHandle;
    const CUstream_st* object = object_of(stream);
    *priority = object != nullptr ? object->priority : 0;
    return cudaSuccess;
  });
}
cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned* flags) {
  return api([&](Runtime&) {
    if (flags == nullptr) return cudaErrorInvalidValue;
    if (!is_stream(stream)) return cudaErrorInvalidResourceHandle;
    const CUstream_st* object = object_of(stream);
    *flags = object != nullptr ? object->flags : 0;
    return cudaSuccess;
  });
}
cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long* id) {
  return api([&](Runtime&) {
    if (id == nullptr) return cudaErrorInvalidValue;
    if (!is_stream(stream)) return cudaErrorInvalidResourceHandle;
    const CUstream_st* object = object_of(stream);
    *id = object == nullptr ? 1 : object == &handles().per_thread ? 2 : object->id;
    return cudaSuccess;
  });
}
cudaError_t cudaStreamGetDevice(cudaStream_t stream, int* device) {
  return api([&](Runtime&) {
    if (!is_stream(stream)) return cudaErrorInvalidResourceHandle;
    *device = 0;
    return cudaSuccess;
  });
}
cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  return api([&](Runtime& runtime) {
    if (!is_stream(stream)) return cudaErrorInvalidResourceHandle;
    const cudaError_t error = refuse_in_capture();
    runtime.show_printed();
    return error;
  });
}
cudaError_t cudaStreamQuery(cudaStream_t stream) { return cudaStreamSynchronize(stream); }
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags) {
  return api([&](Runtime&) {
    if (!is_stream(stream) || !is_event(event)) return cudaErrorInvalidResourceHandle;
    if (flags > cudaEventWaitExternal) return cudaErrorInvalidValue;
    if (event->captured == nullptr) return cudaSuccess;
    CUstream_st* object = object_of(stream);
    if (object == nullptr) return cudaErrorStreamCaptureImplicit;
    // The stream joins the capture.
    if (object->captured == nullptr) {
      object->captured = event->captured;
      object->capture_id = event->capture_id;
      object->is_origin = false;
      object->is_invalid = false;
      object->last.clear();
    } else if (object->captured != event->captured) {
      invalidate(object->captured);
      invalidate(event->captured);
      return cudaErrorStreamCaptureMerge;
    }
    for (CUgraphNode_st* node : event->nodes) {
      if (std::ranges::find(object->last, node) == object->last.end()) object->last.push_back(node);
    }
    return cudaSuccess;
  });
}
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* data) {
  return api([&](Runtime&) {
    if (function == nullptr) return cudaErrorInvalidValue;
    return submit(stream, HostWork{{function, data}});
  });
}
cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t function, void* data,
                                  unsigned flags) {
  return api([&](Runtime&) {
    if (function == nullptr || flags != 0) return cudaErrorInvalidValue;
    return submit(stream, CallbackWork{function, stream, data});
  });
}
cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void* /*pointer*/, size_t /*length*/,
                                     unsigned /*flags*/) {
  return api(
      [&](Runtime&) { return is_stream(stream) ? cudaSuccess : cudaErrorInvalidResourceHandle; });
}
cudaError_t cudaStreamCopyAttributes(cudaStream_t to, cudaStream_t from) {
  return api([&](Runtime&) {
    return is_stream(to) && is_stream(from) ? cudaSuccess : cudaErrorInvalidResourceHandle;
  });
}
cudaError_t cudaStreamSetAttribute(cudaStream_t stream, cudaLaunchAttributeID /*attribute*/,
                                   const cudaLaunchAttributeValue* /*value*/) {
  return api(
      [&](Runtime&) { return is_stream(stream) ? cudaSuccess : cudaErrorInvalidResourceHandle; });
}
cudaError_t cudaStreamGetAttribute(cudaStream_t stream, cudaLaunchAttributeID /*attribute*/,
                                   cudaLaunchAttributeValue* value) {
  return api([&](Runtime&) {
    if (!is_stream(stream)) return cudaErrorInvalidResourceHandle;
    std::memset(value, 0, sizeof *value);
    return cudaSuccess;
  });
}

// ---- events
// ----------------------------------------------------------------------------------------------------------

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned flags) {
  return api([&](Runtime&) {
    if (event == nullptr || flags > 7) return cudaErrorInvalidValue;
    auto made = std::make_unique<CUevent_st>();
    made->flags = flags;
    *event = made.get();
    handles().events[*event] = std::move(made);
    return cudaSuccess;
  });
}
cudaError_t cudaEventCreate(cudaEvent_t* event) { return cudaEventCreateWithFlags(event, 0); }
cudaError_t cudaEventDestroy(cudaEvent_t event) {
  return api([&](Runtime&) {
    return handles().events.erase(event) != 0 ? cudaSuccess : cudaErrorInvalidResourceHandle;
  });
}
cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned flags) {
  return api([&](Runtime&) {
    if (!is_event(event) || !is_stream(stream)) return cudaErrorInvalidResourceHandle;
    CUstream_st* object = object_of(stream);
    event->captured = nullptr;
    event->nodes.clear();
    if (object != nullptr && object->captured != nullptr && flags != cudaEventRecordExternal) {
      event->captured = object->captured;
      event->capture_id = object->capture_id;
      event->nodes = object->last;
      return cudaSuccess;
    }
    return submit(stream, RecordWork{event});
  });
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  return cudaEventRecordWithFlags(event, stream, cudaEventRecordDefault);
}
cudaError_t cudaEventQuery(cudaEvent_t event) {
  return api([&](Runtime& runtime) {
    if (!is_event(event)) return cudaErrorInvalidResourceHandle;
    if (event->captured != nullptr) {
      invalidate(event->captured);
      return cudaErrorCapturedEvent;
    }
    runtime.show_printed();
    return cudaSuccess;
  });
}
cudaError_t cudaEventSynchronize(cudaEvent_t event) { return cudaEventQuery(event); }
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t from, cudaEvent_t to) {
  return api([&](Runtime& runtime) {
    if (milliseconds == nullptr) return cudaErrorInvalidValue;
    if (!is_event(from) || !is_event(to)) return cudaErrorInvalidResourceHandle;
    const bool has_times = from->was_recorded && to->was_recorded &&
                           ((from->flags | to->flags) & cudaEventDisableTiming) == 0;
    if (!has_times) return cudaErrorInvalidResourceHandle;
    runtime.say_once("the times of events are the emulator's own, not those of a GPU");
    *milliseconds = std::chrono::duration<float, std::milli>(to->at - from->at).count();
    return cudaSuccess;
  });
}

// ---- capture
// ---------------------------------------------------------------------------------------------------------

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode mode) {
  return api([&](Runtime&) {
    if (mode > cudaStreamCaptureModeRelaxed) return cudaErrorInvalidValue;
    if (is_default(stream)) return cudaErrorStreamCaptureUnsupported;
    CUstream_st* object = object_of(stream);
    if (object == nullptr) return cudaErrorInvalidResourceHandle;
    if (object->captured != nullptr) return cudaErrorIllegalState;
    object->captured = std::make_shared<CUgraph_st>();
    object->last.clear();
    object->mode = mode;
    object->is_origin = true;
    object->is_invalid = false;
    object->capture_id = handles().next_capture++;
    return cudaSuccess;
  });
}
cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t stream, cudaGraph_t graph,
                                          const cudaGraphNode_t* after, const cudaGraphEdgeData*,
                                          size_t count, cudaStreamCaptureMode mode) {
  const cudaError_t error = cudaStreamBeginCapture(stream, mode);
  if (error != cudaSuccess) return error;
  return api([&](Runtime&) {
    CUstream_st* object = object_of(stream);
    const auto found = handles().graphs.find(graph);
    if (found == handles().graphs.end()) return cudaErrorInvalidValue;
    object->captured = found->second;
    object->last.assign(after, after + count);
    return cudaSuccess;
  });
}
cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph) {
  return api([&](Runtime&) {
    CUstream_st* object = object_of(stream);
    if (object == nullptr || object->captured == nullptr) return cudaErrorIllegalState;
    if (!object->is_origin) {
      invalidate(object->captured);
      return cudaErrorStreamCaptureUnmatched;
    }
    const std::shared_ptr<CUgraph_st> captured = object->captured;
    const bool is_invalid = object->is_invalid;
    // Work of streams that joined must have come back to this one.
    bool is_joined = true;
    for (auto& [handle, other] : handles().streams) {
      if (other->captured != captured) continue;
      if (other.get() != object) {
        for (const CUgraphNode_st* tip : other->last) {
          const bool is_followed = std::ranges::any_of(captured->nodes, [&](const auto& node) {
            return std::ranges::find(node->after, tip) != node->after.end();
          });
          is_joined = is_joined &&
                      (is_followed || std::ranges::find(object->last, tip) != object->last.end());
        }
      }
      other->captured = nullptr;
      other->is_origin = false;
    }
    handles().per_thread.captured = nullptr;
    if (graph != nullptr) *graph = nullptr;
    if (is_invalid) return cudaErrorStreamCaptureInvalidated;
    if (!is_joined) return cudaErrorStreamCaptureUnjoined;
    handles().graphs[captured.get()] = captured;
    if (graph != nullptr) *graph = captured.get();
    return cudaSuccess;
  });
}
cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* status) {
  return api([&](Runtime&) {
    if (status == nullptr) return cudaErrorInvalidValue;
    if (!is_stream(stream)) return cudaErrorInvalidResourceHandle;
    const CUstream_st* object = object_of(stream);
    *status = object == nullptr || object->captured == nullptr ? cudaStreamCaptureStatusNone
              : object->is_invalid                             ? cudaStreamCaptureStatusInvalidated
                                                               : cudaStreamCaptureStatusActive;
    return cudaSuccess;
  });
}
cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, cudaStreamCaptureStatus* status,
                                     unsigned long long* id, cudaGraph_t* graph,
                                     const cudaGraphNode_t** after, const cudaGraphEdgeData** edges,
                                     size_t* count) {
  const cudaError_t error = cudaStreamIsCapturing(stream, status);
  if (error != cudaSuccess || *status != cudaStreamCaptureStatusActive) return error;
  return api([&](Runtime&) {
    const CUstream_st* object = object_of(stream);
    if (id != nullptr) *id = object->capture_id;
    if (graph != nullptr) *graph = object->captured.get();
    if (after != nullptr) *after = object->last.data();
    if (edges != nullptr) *edges = nullptr;
    if (count != nullptr) *count = object->last.size();
    return cudaSuccess;
  });
}
cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode* mode) {
  return api([&](Runtime&) {
    if (mode == nullptr) return cudaErrorInvalidValue;
    std::swap(*mode, thread_capture_mode());
    return cudaSuccess;
  });
}

// ---- graphs
// ----------------------------------------------------------------------------------------------------------

cudaError_t cudaGraphCreate(cudaGraph_t* graph, unsigned flags) {
  return api([&](Runtime&) {
    if (graph == nullptr || flags != 0) return cudaErrorInvalidValue;
    auto made = std::make_shared<CUgraph_st>();
    *graph = made.get();
    handles().graphs[*graph] = std::move(made);
    return cudaSuccess;
  });
}
cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  return api([&](Runtime&) {
    return handles().graphs.erase(graph) != 0 ? cudaSuccess : cudaErrorInvalidValue;
  });
}
cudaError_t cudaGraphClone(cudaGraph_t* clone, cudaGraph_t graph) {
  return api([&](Runtime&) {
    const auto found = handles().graphs.find(graph);
    if (clone == nullptr || found == handles().graphs.end()) return cudaErrorInvalidValue;
    auto made = found->second->copy();
    *clone = made.get();
    handles().graphs[*clone] = std::move(made);
    return cudaSuccess;
  });
}

static cudaError_t add_to_graph(cudaGraphNode_t* node, cudaGraph_t graph,
                                const cudaGraphNode_t* after, size_t count, Work work) {
  const auto found = handles().graphs.find(graph);
  if (node == nullptr || found == handles().graphs.end() || (count != 0 && after == nullptr))
    return cudaErrorInvalidValue;
  *node = add_node(*found->second, std::move(work), {after, after + count});
  return cudaSuccess;
}

static cudaError_t kernel_work(const cudaKernelNodeParams* params, KernelWork& work) {
  if (params == nullptr) return cudaErrorInvalidValue;
  Kernel* kernel = Runtime::get().modules.kernel(params->func);
  if (kernel == nullptr) return cudaErrorInvalidDeviceFunction;
  const auto dimensions = [](const dim3& from) {
    return lanescope::exec::Dim3{from.x, from.y, from.z};
  };
  if (!lanescope::launch::check_limits({dimensions(params->gridDim), dimensions(params->blockDim)})
           .ok())
    return cudaErrorInvalidValue;
  work.kernel = kernel;
  work.grid = params->gridDim;
  work.block = params->blockDim;
  work.shared_bytes = params->sharedMemBytes;
  work.arguments.clear();
  for (std::size_t i = 0; i < kernel->entry->params.size(); ++i) {
    if (params->kernelParams == nullptr) return cudaErrorInvalidValue;
    const auto* bytes = static_cast<const std::byte*>(params->kernelParams[i]);
    work.arguments.emplace_back(bytes, bytes + kernel->entry->params[i].bytes);
  }
  return cudaSuccess;
}

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* after, size_t count,
                                   const cudaKernelNodeParams* params) {
  return api([&](Runtime&) {
    KernelWork work;
    const cudaError_t error = kernel_work(params, work);
    if (error != cudaSuccess) return error;
    const cudaError_t added = add_to_graph(node, graph, after, count, std::move(work));
    if (added == cudaSuccess) (*node)->kernel_params = *params;
    return added;
  });
}
cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* after, size_t count,
                                   const cudaMemcpy3DParms* params) {
  return api([&](Runtime&) {
    if (params == nullptr) return cudaErrorInvalidValue;
    const cudaError_t error = copy_3d(*params, true);
    return error != cudaSuccess ? error
                                : add_to_graph(node, graph, after, count, CopyWork{*params});
  });
}
static cudaMemcpy3DParms linear_copy(void* to, const void* from, size_t bytes,
                                     cudaMemcpyKind kind) {
  cudaMemcpy3DParms how = {};
  how.dstPtr = {to, bytes, bytes, 1};
  how.srcPtr = {const_cast<void*>(from), bytes, bytes, 1};
  how.extent = {bytes, 1, 1};
  how.kind = kind;
  return how;
}
cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* node, cudaGraph_t graph,
                                     const cudaGraphNode_t* after, size_t count, void* to,
                                     const void* from, size_t bytes, cudaMemcpyKind kind) {
  const cudaMemcpy3DParms how = linear_copy(to, from, bytes, kind);
  return cudaGraphAddMemcpyNode(node, graph, after, count, &how);
}
cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t* node, cudaGraph_t graph,
                                           const cudaGraphNode_t* after, size_t count,
                                           const void* symbol, const void* from, size_t bytes,
                                           size_t offset, cudaMemcpyKind kind) {
  return api([&](Runtime& runtime) {
    const Variable* variable = runtime.modules.variable(symbol);
    if (variable == nullptr) return cudaErrorInvalidSymbol;
    void* to = reinterpret_cast<void*>(variable->address + offset);
    return add_to_graph(node, graph, after, count, CopyWork{linear_copy(to, from, bytes, kind)});
  });
}
cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t* node, cudaGraph_t graph,
                                             const cudaGraphNode_t* after, size_t count, void* to,
                                             const void* symbol, size_t bytes, size_t offset,
                                             cudaMemcpyKind kind) {
  return api([&](Runtime& runtime) {
    const Variable* variable = runtime.modules.variable(symbol);
    if (variable == nullptr) return cudaErrorInvalidSymbol;
    const void* from = reinterpret_cast<const void*>(variable->address + offset);
    return add_to_graph(node, graph, after, count, CopyWork{linear_copy(to, from, bytes, kind)});
  });
}
cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* after, size_t count,
                                   const cudaMemsetParams* params) {
  return api([&](Runtime&) {
    if (params == nullptr) return cudaErrorInvalidValue;
    return add_to_graph(node, graph, after, count, MemsetWork{*params});
  });
}
cudaError_t cudaGraphAddHostNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                 const cudaGraphNode_t* after, size_t count,
                                 const cudaHostNodeParams* params) {
  return api([&](Runtime&) {
    if (params == nullptr || params->fn == nullptr) return cudaErrorInvalidValue;
    return add_to_graph(node, graph, after, count, HostWork{*params});
  });
}
cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                       const cudaGraphNode_t* after, size_t count,
                                       cudaGraph_t child) {
  return api([&](Runtime&) {
    const auto found = handles().graphs.find(child);
    if (found == handles().graphs.end()) return cudaErrorInvalidValue;
    return add_to_graph(node, graph, after, count, ChildWork{found->second->copy()});
  });
}
cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                  const cudaGraphNode_t* after, size_t count) {
  return api([&](Runtime&) { return add_to_graph(node, graph, after, count, EmptyWork{}); });
}
cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                        const cudaGraphNode_t* after, size_t count,
                                        cudaEvent_t event) {
  return api([&](Runtime&) { return add_to_graph(node, graph, after, count, RecordWork{event}); });
}
cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                      const cudaGraphNode_t* after, size_t count,
                                      cudaEvent_t event) {
  return api([&](Runtime&) { return add_to_graph(node, graph, after, count, WaitWork{event}); });
}
cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                     const cudaGraphNode_t* after, size_t count,
                                     cudaMemAllocNodeParams* params) {
  return api([&](Runtime& runtime) {
    if (params == nullptr) return cudaErrorInvalidValue;
    Allocation* made =
        runtime.memory.allocate(params->bytesize, MemoryKind::device, "cudaGraphAddMemAllocNode");
    if (made == nullptr) return cudaErrorMemoryAllocation;
    params->dptr = reinterpret_cast<void*>(made->address);
    return add_to_graph(node, graph, after, count, AllocateWork{*params});
  });
}
cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                    const cudaGraphNode_t* after, size_t count, void* pointer) {
  return api([&](Runtime&) { return add_to_graph(node, graph, after, count, FreeWork{pointer}); });
}
cudaError_t cudaGraphAddNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                             const cudaGraphEdgeData*, size_t count, cudaGraphNodeParams* params) {
  if (params == nullptr) return cudaErrorInvalidValue;
  switch (params->type) {
    case cudaGraphNodeTypeKernel: {
      cudaKernelNodeParams kernel;
      static_assert(sizeof kernel == sizeof params->kernel);
      std::memcpy(static_cast<void*>(&kernel), &params->kernel, sizeof kernel);
      return cudaGraphAddKernelNode(node, graph, after, count, &kernel);
    }
    case cudaGraphNodeTypeMemcpy:
      return cudaGraphAddMemcpyNode(node, graph, after, count, &params->memcpy.copyParams);
    case cudaGraphNodeTypeMemset: {
      cudaMemsetParams memset;
      std::memcpy(&memset, &params->memset, sizeof memset);
      return cudaGraphAddMemsetNode(node, graph, after, count, &memset);
    }
    case cudaGraphNodeTypeHost: {
      const cudaHostNodeParams host{params->host.fn, params->host.userData};
      return cudaGraphAddHostNode(node, graph, after, count, &host);
    }
    case cudaGraphNodeTypeGraph:
      return cudaGraphAddChildGraphNode(node, graph, after, count, params->graph.graph);
    case cudaGraphNodeTypeEmpty:
      return cudaGraphAddEmptyNode(node, graph, after, count);
    case cudaGraphNodeTypeEventRecord:
      return cudaGraphAddEventRecordNode(node, graph, after, count, params->eventRecord.event);
    case cudaGraphNodeTypeWaitEvent:
      return cudaGraphAddEventWaitNode(node, graph, after, count, params->eventWait.event);
    default:
      return not_supported("cudaGraphAddNode, this type of node,");
  }
}
cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                     const cudaGraphNode_t* to, const cudaGraphEdgeData*,
                                     size_t count) {
  return api([&](Runtime&) {
    if (!handles().graphs.contains(graph)) return cudaErrorInvalidValue;
    for (size_t i = 0; i < count; ++i) {
      if (std::ranges::find(to[i]->after, from[i]) != to[i]->after.end())
        return cudaErrorInvalidValue;
      to[i]->after.push_back(from[i]);
    }
    return cudaSuccess;
  });
}
cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                        const cudaGraphNode_t* to, const cudaGraphEdgeData*,
                                        size_t count) {
  return api([&](Runtime&) {
    if (!handles().graphs.contains(graph)) return cudaErrorInvalidValue;
    for (size_t i = 0; i < count; ++i) std::erase(to[i]->after, from[i]);
    return cudaSuccess;
  });
}
cudaError_t cudaGraphDestroyNode(cudaGraphNode_t node) {
  return api([&](Runtime&) {
    if (node == nullptr) return cudaErrorInvalidValue;
    CUgraph_st& graph = *node->graph;
    for (const auto& other : graph.nodes) std::erase(other->after, node);
    std::erase_if(graph.nodes, [&](const auto& each) { return each.get() == node; });
    return cudaSuccess;
  });
}

}  // extern "C"

template <class Nodes>
static cudaError_t give_nodes(const Nodes& found, cudaGraphNode_t* nodes, size_t* count) {
  if (count == nullptr) return cudaErrorInvalidValue;
  if (nodes != nullptr) {
    for (size_t i = 0; i < *count; ++i) nodes[i] = i < found.size() ? found[i] : nullptr;
    *count = std::min(*count, found.size());
  } else {
    *count = found.size();
  }
  return cudaSuccess;
}

extern "C" {

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, size_t* count) {
  return api([&](Runtime&) {
    if (!handles().graphs.contains(graph)) return cudaErrorInvalidValue;
    std::vector<cudaGraphNode_t> all;
    for (const auto& node : graph->nodes) all.push_back(node.get());
    return give_nodes(all, nodes, count);
  });
}
cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, size_t* count) {
  return api([&](Runtime&) {
    if (!handles().graphs.contains(graph)) return cudaErrorInvalidValue;
    std::vector<cudaGraphNode_t> roots;
    for (const auto& node : graph->nodes) {
      if (node->after.empty()) roots.push_back(node.get());
    }
    return give_nodes(roots, nodes, count);
  });
}
cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to,
                              cudaGraphEdgeData* edges, size_t* count) {
  return api([&](Runtime&) {
    if (!handles().graphs.contains(graph)) return cudaErrorInvalidValue;
    std::vector<cudaGraphNode_t> firsts, seconds;
    for (const auto& node : graph->nodes) {
      for (CUgraphNode_st* each : node->after) {
        firsts.push_back(each);
        seconds.push_back(node.get());
      }
    }
    if (edges != nullptr) std::memset(edges, 0, *count * sizeof *edges);
    size_t again = count != nullptr ? *count : 0;
    const cudaError_t error = give_nodes(firsts, from, count);
    return error != cudaSuccess ? error : give_nodes(seconds, to, &again);
  });
}
cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t* after,
                                         cudaGraphEdgeData*, size_t* count) {
  return api([&](Runtime&) {
    if (node == nullptr) return cudaErrorInvalidValue;
    return give_nodes(node->after, after, count);
  });
}
cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t* nodes,
                                           cudaGraphEdgeData*, size_t* count) {
  return api([&](Runtime&) {
    if (node == nullptr) return cudaErrorInvalidValue;
    std::vector<cudaGraphNode_t> later;
    for (const auto& other : node->graph->nodes) {
      if (std::ranges::find(other->after, node) != other->after.end()) later.push_back(other.get());
    }
    return give_nodes(later, nodes, count);
  });
}
cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, cudaGraphNodeType* type) {
  return api([&](Runtime&) {
    if (node == nullptr || type == nullptr) return cudaErrorInvalidValue;
    // In the order of Work.
    constexpr cudaGraphNodeType types[] = {
        cudaGraphNodeTypeEmpty,       cudaGraphNodeTypeKernel,    cudaGraphNodeTypeMemcpy,
        cudaGraphNodeTypeMemset,      cudaGraphNodeTypeHost,      cudaGraphNodeTypeHost,
        cudaGraphNodeTypeEventRecord, cudaGraphNodeTypeWaitEvent, cudaGraphNodeTypeGraph,
        cudaGraphNodeTypeMemAlloc,    cudaGraphNodeTypeMemFree};
    static_assert(std::size(types) == std::variant_size_v<Work>);
    *type = types[node->work.index()];
    return cudaSuccess;
  });
}
cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node, cudaKernelNodeParams* params) {
  return api([&](Runtime&) {
    auto* work = node != nullptr ? std::get_if<KernelWork>(&node->work) : nullptr;
    if (work == nullptr || params == nullptr) return cudaErrorInvalidValue;
    node->argument_pointers.clear();
    for (auto& bytes : work->arguments) node->argument_pointers.push_back(bytes.data());
    *params = node->kernel_params;
    if (params->func == nullptr) params->func = work->kernel;
    params->gridDim = work->grid;
    params->blockDim = work->block;
    params->sharedMemBytes = static_cast<unsigned>(work->shared_bytes);
    params->kernelParams = node->argument_pointers.data();
    params->extra = nullptr;
    return cudaSuccess;
  });
}
cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node, const cudaKernelNodeParams* params) {
  return api([&](Runtime&) {
    auto* work = node != nullptr ? std::get_if<KernelWork>(&node->work) : nullptr;
    if (work == nullptr) return cudaErrorInvalidValue;
    node->kernel_params = *params;
    return kernel_work(params, *work);
  });
}

// The node of the executable graph that was made of this one.
static CUgraphNode_st* node_of(cudaGraphExec_t executable, cudaGraphNode_t node) {
  const auto found = handles().executables.find(executable);
  if (found == handles().executables.end() || node == nullptr) return nullptr;
  const auto& originals = node->graph->nodes;
  for (std::size_t i = 0; i < originals.size(); ++i) {
    if (originals[i].get() != node) continue;
    for (const auto& copy : found->second->nodes) {
      if (copy->copied_from == i) return copy.get();
    }
  }
  return nullptr;
}
}  // extern "C"

template <class Kind, class Change>
static cudaError_t change_node(cudaGraphExec_t executable, cudaGraphNode_t node, Change change) {
  return api([&](Runtime&) {
    CUgraphNode_st* copy = node_of(executable, node);
    Kind* work = copy != nullptr ? std::get_if<Kind>(&copy->work) : nullptr;
    return work != nullptr ? change(*work) : cudaErrorInvalidValue;
  });
}

extern "C" {

cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                             const cudaKernelNodeParams* params) {
  return change_node<KernelWork>(executable, node,
                                 [&](KernelWork& work) { return kernel_work(params, work); });
}
cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                             const cudaMemcpy3DParms* params) {
  return change_node<CopyWork>(executable, node, [&](CopyWork& work) {
    work.how = *params;
    return cudaSuccess;
  });
}
cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t executable, cudaGraphNode_t node,
                                               void* to, const void* from, size_t bytes,
                                               cudaMemcpyKind kind) {
  const cudaMemcpy3DParms how = linear_copy(to, from, bytes, kind);
  return cudaGraphExecMemcpyNodeSetParams(executable, node, &how);
}
cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                             const cudaMemsetParams* params) {
  return change_node<MemsetWork>(executable, node, [&](MemsetWork& work) {
    work.how = *params;
    return cudaSuccess;
  });
}
cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                           const cudaHostNodeParams* params) {
  return change_node<HostWork>(executable, node, [&](HostWork& work) {
    work.how = *params;
    return cudaSuccess;
  });
}
cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t executable, cudaGraphNode_t node,
                                    unsigned is_enabled) {
  return api([&](Runtime&) {
    CUgraphNode_st* copy = node_of(executable, node);
    if (copy == nullptr) return cudaErrorInvalidValue;
    copy->is_enabled = is_enabled != 0;
    return cudaSuccess;
  });
}
cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t executable, cudaGraphNode_t node,
                                    unsigned* is_enabled) {
  return api([&](Runtime&) {
    const CUgraphNode_st* copy = node_of(executable, node);
    if (copy == nullptr) return cudaErrorInvalidValue;
    *is_enabled = copy->is_enabled ? 1 : 0;
    return cudaSuccess;
  });
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t* executable, cudaGraph_t graph,
                                 unsigned long long /*flags*/) {
  return api([&](Runtime&) {
    const auto found = handles().graphs.find(graph);
    if (executable == nullptr || found == handles().graphs.end()) return cudaErrorInvalidValue;
    if (!graph->nodes.empty() && graph->in_order().empty()) return cudaErrorInvalidValue;
    auto made = found->second->copy();
    // No pointer: cudaGraphExecUpdate() replaces the object.
    *executable = reinterpret_cast<cudaGraphExec_t>(16 * ++handles().next_executable);
    handles().executables[*executable] = std::move(made);
    return cudaSuccess;
  });
}
cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* executable, cudaGraph_t graph,
                                          unsigned long long flags) {
  return cudaGraphInstantiate(executable, graph, flags);
}
cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t* executable, cudaGraph_t graph,
                                           cudaGraphInstantiateParams* params) {
  const cudaError_t error = cudaGraphInstantiate(executable, graph, params->flags);
  params->errNode_out = nullptr;
  params->result_out =
      error == cudaSuccess ? cudaGraphInstantiateSuccess : cudaGraphInstantiateError;
  return error;
}
cudaError_t cudaGraphExecUpdate(cudaGraphExec_t executable, cudaGraph_t graph,
                                cudaGraphExecUpdateResultInfo* info) {
  return api([&](Runtime&) {
    const auto found = handles().executables.find(executable);
    const auto source = handles().graphs.find(graph);
    if (found == handles().executables.end() || source == handles().graphs.end())
      return cudaErrorInvalidValue;
    const auto& before = found->second->nodes;
    const auto& after = source->second->nodes;
    cudaGraphExecUpdateResult result = cudaGraphExecUpdateSuccess;
    if (before.size() != after.size()) result = cudaGraphExecUpdateErrorTopologyChanged;
    for (std::size_t i = 0; result == cudaGraphExecUpdateSuccess && i < before.size(); ++i) {
      if (before[i]->work.index() != after[i]->work.index())
        result = cudaGraphExecUpdateErrorNodeTypeChanged;
      else if (before[i]->after.size() != after[i]->after.size())
        result = cudaGraphExecUpdateErrorTopologyChanged;
    }
    if (info != nullptr) *info = {result, nullptr, nullptr};
    if (result != cudaGraphExecUpdateSuccess) return cudaErrorGraphExecUpdateFailure;
    found->second = source->second->copy();
    return cudaSuccess;
  });
}
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t executable) {
  return api([&](Runtime&) {
    return handles().executables.erase(executable) != 0 ? cudaSuccess : cudaErrorInvalidValue;
  });
}
cudaError_t cudaGraphExecGetFlags(cudaGraphExec_t, unsigned long long* flags) {
  *flags = 0;
  return cudaSuccess;
}
cudaError_t cudaGraphUpload(cudaGraphExec_t executable, cudaStream_t) {
  return api([&](Runtime&) {
    return handles().executables.contains(executable) ? cudaSuccess : cudaErrorInvalidValue;
  });
}
cudaError_t cudaGraphLaunch(cudaGraphExec_t executable, cudaStream_t stream) {
  return api([&](Runtime&) {
    const auto found = handles().executables.find(executable);
    if (found == handles().executables.end()) return cudaErrorInvalidValue;
    return submit(stream, ChildWork{found->second});
  });
}

}  // extern "C"
