// One warp's access while it is executed, lane by lane.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/exec/lanes/lane_loops.h"
#include "sim/exec/program/program.h"
#include "sim/memory/access.h"

namespace lanescope::exec {

struct Request {
  const MemoryInstruction& in;
  const Lanes& lanes;
  std::uint32_t warp;
  memory::WarpAccess access;
  // Per participating lane; nullptr: out of range or misaligned.
  std::byte* data[warp_lanes];
  std::uint32_t valid = 0;  // the participating lanes that have data
  // Of the participating lanes' addresses: the lowest, the highest, and all their bits.
  std::uint64_t lowest = 0;
  std::uint64_t highest = 0;
  std::uint64_t bits = 0;

  // Finds the last three; call when the addresses are complete.
  void find_span();
};

}  // namespace lanescope::exec
