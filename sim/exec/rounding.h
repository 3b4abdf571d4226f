// Rounding other than to nearest even, by the host's own floating-point environment.
//
// A handler that rounds in a direction works on rows in memory between the two calls of fesetround,
// which the compiler can't see into: it moves no load, and so no arithmetic, across them
// (tests/run/measured_kernel_test.cpp would see it).
#pragma once

#include <cfenv>
#include <cstdint>
#include <optional>

#include "sim/exec/lane_loops.h"
#include "sim/ptx/module.h"

namespace lanescope::exec {

enum class Direction : std::uint8_t { zero = 1, down = 2, up = 3 };

// nullopt: to nearest even.
[[nodiscard]] inline std::optional<Direction> direction_of(const ptx::Instruction& in) {
  if (in.has("rz")) return Direction::zero;
  if (in.has("rm")) return Direction::down;
  if (in.has("rp")) return Direction::up;
  return std::nullopt;
}

// While it lives, this thread rounds in the direction.
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

// `handler`, rounding in the Direction that the low bits of Instruction::immediate name.
template <Handler handler>
void directed(const Lanes& lanes, const Instruction& in) {
  const DirectedRounding scope(static_cast<Direction>(in.immediate & 3));
  handler(lanes, in);
}

}  // namespace lanescope::exec
