#include "sim/transfer/stream_program.h"

#include <cmath>

namespace lanescope::transfer {

bool is_copy(OperationKind kind) {
  return kind == OperationKind::copy_in || kind == OperationKind::copy_out;
}

bool is_on_engine(OperationKind kind) { return is_copy(kind) || kind == OperationKind::kernel; }

bool holds_host(const Operation& operation) {
  switch (operation.kind) {
    case OperationKind::copy_in:
    case OperationKind::copy_out:
      return operation.is_pageable || operation.is_synchronous;
    case OperationKind::kernel:
      return operation.is_synchronous;
    case OperationKind::event_record:
    case OperationKind::event_wait:
      return false;
    case OperationKind::stream_sync:
    case OperationKind::event_sync:
    case OperationKind::device_sync:
    case OperationKind::host_work:
      return true;
  }
  return false;
}

std::string_view name_of(OperationKind kind) {
  switch (kind) {
    case OperationKind::copy_in:
      return "copy_in";
    case OperationKind::kernel:
      return "kernel";
    case OperationKind::copy_out:
      return "copy_out";
    case OperationKind::event_record:
      return "event_record";
    case OperationKind::event_wait:
      return "event_wait";
    case OperationKind::stream_sync:
      return "stream_sync";
    case OperationKind::event_sync:
      return "event_sync";
    case OperationKind::device_sync:
      return "device_sync";
    case OperationKind::host_work:
      return "host_work";
  }
  return "";
}

tl::expected<void, ProgramProblem> checked(const StreamProgram& program) {
  using Kind = ProgramProblem::Kind;
  for (std::size_t i = 0; i < program.operations.size(); ++i) {
    const Operation& operation = program.operations[i];
    if (operation.stream >= program.streams.size())
      return tl::unexpected(ProgramProblem{Kind::no_such_stream, i});
    if (!std::isfinite(operation.seconds) || operation.seconds < 0)
      return tl::unexpected(ProgramProblem{Kind::bad_seconds, i});
    if (!(operation.fills > 0 && operation.fills <= 1))
      return tl::unexpected(ProgramProblem{Kind::bad_fills, i});
  }
  return {};
}

}  // namespace lanescope::transfer
