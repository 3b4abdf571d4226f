// Directed rounding, by the host's floating-point environment.
//
// A handler with directed rounding reads and writes rows in memory between two calls of fesetround.
// The compiler can't see into these calls, so it moves no load, and therefore no arithmetic, across
// them (tests/run/measured_kernel_test.cpp would detect it).
#pragma once

#include <cfenv>
#include <cstdint>
#include <optional>

#include "sim/exec/lanes/lane_loops.h"
#include "sim/ptx/module.h"

namespace lanescope::exec {

enum class Direction : std::uint8_t { zero = 1, down = 2, up = 3 };

// nullopt: round to nearest even.
[[nodiscard]] inline std::optional<Direction> direction_of(const ptx::Instruction& in) {
  if (in.has("rz")) return Direction::zero;
  if (in.has("rm")) return Direction::down;
  if (in.has("rp")) return Direction::up;
  return std::nullopt;
}

// Sets this thread's rounding direction during its lifetime.
class DirectedRounding {
 public:
  explicit DirectedRounding(Direction direction) : before_(std::fegetround()) {
    std::fesetround(direction == Direction::zero   ? FE_TOWARDZERO
                    : direction == Direction::down ? FE_DOWNWARD
                                                   : FE_UPWARD);
  }
  DirectedRounding(const DirectedRounding&) = delete;
  DirectedRounding& operator=(const DirectedRounding&) = delete;
  ~DirectedRounding() { std::fesetround(before_); }

 private:
  int before_;
};

// `handler` with the Direction in the low bits of Instruction::immediate.
template <Handler handler>
void directed(const Lanes& lanes, const Instruction& in) {
  const DirectedRounding scope(static_cast<Direction>(in.immediate & 3));
  handler(lanes, in);
}

// The handler in the rounding direction that the instruction names.
template <Handler handler>
[[nodiscard]] Handler in_direction(const ptx::Instruction& in) {
  return direction_of(in) ? &directed<handler> : handler;
}

}  // namespace lanescope::exec
