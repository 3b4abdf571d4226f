#include "sim/transfer/staged.h"

#include <algorithm>
#include <array>

namespace lanescope::transfer {
namespace {

using Kind = OperationKind;

constexpr std::array stages{Kind::copy_in, Kind::kernel, Kind::copy_out};

Operation stage_of(const StagedWork& work, Kind kind, std::size_t chunk) {
  const std::string number = " " + std::to_string(chunk);
  Operation operation;
  operation.kind = kind;
  operation.name = std::string(name_of(kind)) + number;
  operation.stream = 1 + chunk % work.streams;
  if (kind == Kind::copy_in) {
    operation.seconds = work.copy_in_seconds;
    operation.reads = {"host in" + number};
    operation.writes = {"in" + number};
  } else if (kind == Kind::kernel) {
    operation.seconds = work.kernel_seconds;
    operation.reads = {"in" + number};
    operation.writes = {"out" + number};
  } else {
    operation.seconds = work.copy_out_seconds;
    operation.reads = {"out" + number};
    operation.writes = {"host out" + number};
  }
  operation.is_pageable = is_copy(kind) && work.is_pageable;
  return operation;
}

}  // namespace

std::string_view name_of(IssueOrder order) {
  return order == IssueOrder::depth_first ? "depth_first" : "breadth_first";
}

StreamProgram staged_program(const StagedWork& work) {
  StreamProgram program;
  program.streams.resize(1 + work.streams, StreamKind::non_blocking);
  const bool depth = work.order == IssueOrder::depth_first;
  for (std::size_t i = 0; i < stages.size() * work.chunks; ++i) {
    const std::size_t chunk = depth ? i / stages.size() : i % work.chunks;
    const std::size_t stage = depth ? i % stages.size() : i / work.chunks;
    program.operations.push_back(stage_of(work, stages[stage], chunk));
  }
  Operation wait;
  wait.kind = Kind::device_sync;
  wait.name = name_of(wait.kind);
  program.operations.push_back(wait);
  return program;
}

double pipeline_seconds(const StagedWork& work) {
  const double once = work.copy_in_seconds + work.kernel_seconds + work.copy_out_seconds;
  const double slowest =
      std::max({work.copy_in_seconds, work.kernel_seconds, work.copy_out_seconds});
  return work.chunks == 0 ? 0 : once + static_cast<double>(work.chunks - 1) * slowest;
}

double guide_seconds(double copy_seconds, double kernel_seconds, std::size_t streams) {
  return std::max(copy_seconds, kernel_seconds) +
         std::min(copy_seconds, kernel_seconds) / static_cast<double>(streams);
}

}  // namespace lanescope::transfer
