#include "kernels/runtime/streams.h"

#include <algorithm>
#include <cstring>
#include <deque>
#include <map>

#include "kernels/runtime/earlier_cuda.h"
#include "kernels/runtime/handles.h"
#include "kernels/runtime/runtime.h"

namespace lanescope::runtime {
namespace {

template <class... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};
template <class... Cases>
Overloaded(Cases...) -> Overloaded<Cases...>;  // clang before 17 needs this

bool is_default(cudaStream_t stream) { return stream == nullptr || stream == cudaStreamLegacy; }

CUstream_st* object_of(cudaStream_t stream) {
  if (is_default(stream)) return nullptr;
  if (stream == cudaStreamPerThread) return &handles().per_thread;
  const auto found = handles().streams.find(stream);
  return found != handles().streams.end() ? found->second.get() : nullptr;
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

Handles& handles() {
  static auto* all = new Handles();
  return *all;
}

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
cudaError_t cudaStreamGetCaptureInfo_v3(cudaStream_t stream, cudaStreamCaptureStatus* status,
                                        unsigned long long* id, cudaGraph_t* graph,
                                        const cudaGraphNode_t** after,
                                        const cudaGraphEdgeData** edges, size_t* count) {
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

}  // extern "C"
