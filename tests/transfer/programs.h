// Short ways to write operations of a stream program.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "sim/transfer/stream_program.h"

namespace lanescope::transfer {

using Names = std::vector<std::string>;

// A copy of `data` in or out reads or writes "host " + data.
inline Operation copy_in(std::size_t stream, double seconds, const std::string& data = "x") {
  Operation operation{OperationKind::copy_in, "in", stream, seconds};
  operation.reads = {"host " + data};
  operation.writes = {data};
  return operation;
}
inline Operation copy_out(std::size_t stream, double seconds, const std::string& data = "x") {
  Operation operation{OperationKind::copy_out, "out", stream, seconds};
  operation.reads = {data};
  operation.writes = {"host " + data};
  return operation;
}
inline Operation kernel(std::size_t stream, double seconds, Names reads = {}, Names writes = {}) {
  Operation operation{OperationKind::kernel, "kernel", stream, seconds};
  operation.reads = std::move(reads);
  operation.writes = std::move(writes);
  return operation;
}
inline Operation small_kernel(std::size_t stream, double seconds, double fills) {
  Operation operation = kernel(stream, seconds);
  operation.fills = fills;
  return operation;
}
inline Operation record(std::size_t stream, std::size_t event) {
  Operation operation{OperationKind::event_record, "record", stream};
  operation.event = event;
  return operation;
}
inline Operation wait_for(std::size_t stream, std::size_t event) {
  Operation operation{OperationKind::event_wait, "wait", stream};
  operation.event = event;
  return operation;
}
inline Operation sync_event(std::size_t event) {
  Operation operation{OperationKind::event_sync, "event sync"};
  operation.event = event;
  return operation;
}
inline Operation sync_stream(std::size_t stream) {
  return {OperationKind::stream_sync, "stream sync", stream};
}
inline Operation sync_device() { return {OperationKind::device_sync, "device sync"}; }
inline Operation host_work(double seconds, Names reads = {}, Names writes = {}) {
  Operation operation{OperationKind::host_work, "host", stream_0, seconds};
  operation.reads = std::move(reads);
  operation.writes = std::move(writes);
  return operation;
}
inline Operation pageable(Operation copy) {
  copy.is_pageable = true;
  return copy;
}

// The default stream and three more of one kind.
inline StreamProgram program_of(std::vector<Operation> operations,
                                StreamKind kind = StreamKind::non_blocking) {
  StreamProgram program;
  program.streams.resize(4, kind);
  program.operations = std::move(operations);
  return program;
}

}  // namespace lanescope::transfer
