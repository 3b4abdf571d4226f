// The program of the guides: data in chunks, each copied in, computed on and copied out, in n
// streams. And what it should take.
//
// Sources: CUDA C++ Best Practices Guide, "Asynchronous and Overlapping Transfers with
// Computation"; CUDA C++ Programming Guide, "Overlapping Behavior" (issue orders).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "sim/transfer/stream_program.h"

namespace lanescope::transfer {

enum class IssueOrder : std::uint8_t {
  depth_first,    // all three operations of a chunk, then the next chunk
  breadth_first,  // all copies in, then all kernels, then all copies out
};
[[nodiscard]] std::string_view name_of(IssueOrder order);  // "depth_first", ...

struct StagedWork {
  std::size_t streams = 1;  // at least one; non-blocking ones
  std::size_t chunks = 1;   // chunk i goes to stream i mod streams
  // Seconds of each chunk.
  double copy_in_seconds = 0, kernel_seconds = 0, copy_out_seconds = 0;
  IssueOrder order = IssueOrder::depth_first;
  bool is_pageable = false;
};

// Its data are named "host in 0", "in 0", "out 0", "host out 0" for chunk 0. A device_sync ends it.
[[nodiscard]] StreamProgram staged_program(const StagedWork& work);

// With an engine for each of the three, every chunk in a stream of its own and no other cost: the
// slowest part for every chunk, and once the other two parts.
[[nodiscard]] double pipeline_seconds(const StagedWork& work);
// The Best Practices Guide's estimate for n streams: the longer of copying and computing whole, the
// other one's n-th part. Copies are those in one direction. Seconds of the whole work.
[[nodiscard]] double guide_seconds(double copy_seconds, double kernel_seconds, std::size_t streams);

}  // namespace lanescope::transfer
