// Instructions done by the forms of their rows (row_form.h) instead of lane by lane.
//
// `form_handler_of` gives each computing instruction what is tried first when all lanes of a warp
// execute: exact rules for the arithmetic that index computations are made of, and for every other
// one the rule that uniform sources make a uniform result. All rules are exact: where wrapping
// around would make a row of 64-bit addresses not affine, the rule declines and the lanes compute.
#pragma once

#include "sim/exec/instruction.h"
#include "sim/ptx/module.h"

namespace lanescope::exec {

// `decoded`: an instruction that `in` became. `plain`: the only one, and its registers are as wide
// as its types (cvt may take wider ones). nullptr: nothing to try.
[[nodiscard]] FormHandler form_handler_of(const ptx::Instruction& in, const Instruction& decoded,
                                          bool plain);

// The lowest and the highest value of an affine row's lanes relative to lane 0's, where they are
// apart by less than 2^62.
struct FormSpan {
  std::int64_t low = 0;
  std::int64_t high = 0;
};
[[nodiscard]] inline FormSpan span_of(std::int64_t step_x, std::int64_t step_y,
                                      const Lanes& lanes) {
  const std::int64_t x = step_x * static_cast<std::int64_t>(lanes.last_x);
  const std::int64_t y = step_y * static_cast<std::int64_t>(lanes.last_y);
  return {(x < 0 ? x : 0) + (y < 0 ? y : 0), (x > 0 ? x : 0) + (y > 0 ? y : 0)};
}

}  // namespace lanescope::exec
