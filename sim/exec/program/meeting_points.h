// Where the sides of a branch meet again (decode/control_flow.h explains how it is decided).
#pragma once

#include <cstdint>
#include <vector>

namespace lanescope::exec {

// The meeting points of one branch, and which of them lanes give up on their way to its targets.
struct MeetingPoints {
  // By depth, the innermost last: instruction indices, or Divergence::never.
  std::vector<std::uint32_t> at;
  // Of each target: the depth of the innermost meeting point that can still be reached. For a
  // branch: its target, then the next instruction. For a table: its entries, then the next one.
  std::vector<std::uint32_t> depth;
};

}  // namespace lanescope::exec
