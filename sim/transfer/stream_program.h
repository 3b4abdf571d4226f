// What a host thread gives to the streams of one GPU: copies, kernels, events and waits, in the
// order of its calls.
//
// Sources: CUDA C++ Programming Guide 13.0, "Asynchronous Concurrent Execution": "Streams",
// "Default Stream", "Explicit Synchronization", "Implicit Synchronization", "Overlapping Behavior",
// "Events"; CUDA Runtime API, "API synchronization behavior" and "Stream synchronization behavior".
//
// Times are in seconds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

namespace lanescope::transfer {

enum class OperationKind : std::uint8_t {
  copy_in,       // host to device
  kernel,        //
  copy_out,      // device to host
  event_record,  // cudaEventRecord
  event_wait,    // cudaStreamWaitEvent: the stream waits for the event's latest record
  stream_sync,   // cudaStreamSynchronize: the host waits; as do the two below
  event_sync,    // cudaEventSynchronize, for the event's latest record
  device_sync,   // cudaDeviceSynchronize
  host_work,     // the host itself computes, on no stream
};

// The default stream, written 0 or nothing in CUDA.
inline constexpr std::size_t stream_0 = 0;

struct Operation {
  OperationKind kind = OperationKind::kernel;
  std::string name{};             // for the picture
  std::size_t stream = stream_0;  // an index into StreamProgram::streams
  // Time on its engine (copies, kernels) or on the host (host_work), without any waiting.
  double seconds = 0;
  // A copy from or to pageable host memory. The host is held until it has ended, also by
  // cudaMemcpyAsync: the calling thread stages it.
  bool is_pageable = false;
  // A call without Async in its name: the host is held until the operation has ended.
  bool is_synchronous = false;
  // The part of the GPU that a kernel fills, more than 0 and at most 1. Kernels run side by side
  // while there is room.
  double fills = 1;
  std::size_t event = 0;  // of event_record, event_wait and event_sync
  // Names of the data that it uses. Copies, kernels and host_work.
  std::vector<std::string> reads{}, writes{};
};

[[nodiscard]] bool is_copy(OperationKind kind);
// Occupies an engine: a copy or a kernel.
[[nodiscard]] bool is_on_engine(OperationKind kind);
// The host goes on only when the operation has ended.
[[nodiscard]] bool holds_host(const Operation& operation);
[[nodiscard]] std::string_view name_of(OperationKind kind);  // "copy_in", ...

// How the default stream behaves: nvcc --default-stream legacy (the default) or per-thread.
enum class DefaultStream : std::uint8_t {
  // It waits for all work given before to blocking streams, and holds up all given after.
  legacy,
  // A stream like any other.
  per_thread,
};

enum class StreamKind : std::uint8_t {
  blocking,      // cudaStreamCreate: takes part in the legacy default stream's waiting
  non_blocking,  // cudaStreamNonBlocking
};

struct StreamProgram {
  DefaultStream default_behaviour = DefaultStream::legacy;
  std::vector<StreamKind> streams{StreamKind::blocking};  // the first is the default stream
  std::vector<Operation> operations;                      // in the order of the host's calls
};

struct ProgramProblem {
  enum class Kind : std::uint8_t {
    no_such_stream,
    bad_seconds,  // negative or not finite
    bad_fills,    // not in (0, 1]
  };
  Kind kind = Kind::no_such_stream;
  std::size_t operation = 0;  // an index into StreamProgram::operations
};
[[nodiscard]] tl::expected<void, ProgramProblem> checked(const StreamProgram& program);

}  // namespace lanescope::transfer
