// Instructions done by the forms of their rows (row_form.h) instead of lane by lane.
//
// `form_handler_of` gives each computing instruction what is tried first when all lanes of a warp
// execute: exact rules for the arithmetic that index computations are made of, and for every other
// one the rule that uniform sources make a uniform result. All rules are exact: where wrapping
// around would make a row of 64-bit addresses not affine, the rule declines and the lanes compute.
//
// What was tried for speed, and what each brought: `./run bench`, emulate_bench, every access
// analysed, two cores of 4 GHz; milliseconds for the naive product of 512 x 512, the tiled one
// (tiles of 32) and a tiled transpose of 4096 x 4096. Each line is today's program without the one
// thing.
//
//                                                               naive   tiled  transpose
//   as it is                                                       57      52         75
//   no forms: every row written out, every address sorted         570     327        184
//   no repeated accesses (repeated_access.cpp)                    182     164        109
//   footprints of what is read from arrays that nobody writes     104      52         99
//   a row for each register (liveness.h)                           58      58         76
//   plain instruction set, no AVX2 and FMA (lane_loops.h)         156     149         75
//
// The last one was paid for long: clones for "arch=haswell" are taken by Haswells alone, and every
// other processor ran the plain loops; "arch=x86-64-v3" asks for the features. Also tried: looking
// for uniform operands before every floating-point addition and product (costs what it saves: only
// dearer operations do it); one record of 600 bytes a memory instruction with a counter for each
// place in a line (nine misses of the first-level cache a warp instruction; now two lines of the
// cache and a place that changes rarely); keeping counts in the observer (they are added up at the
// end of a block). Where the time goes now (tiled product): 29 % repeated accesses, 19 % the FMAs,
// 14 % the loop over instructions, 6 % barriers, the rest below 4 % each.
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
