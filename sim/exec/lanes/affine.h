// Executes instructions on the forms of their rows (row_form.h) instead of lane by lane.
//
// `form_handler_of` returns, for each computing instruction, a handler to try first when all lanes
// of a warp execute. There are exact rules for the arithmetic of index computations. For every
// other instruction the rule is that uniform sources give a uniform result. If wrapping around
// would make a row of 64-bit addresses not affine, the rule declines and the lanes compute.
//
// Measured effect of each optimisation: `./run bench`, emulate_bench, every access analysed, two
// cores of 4 GHz; milliseconds for the naive product of 512 x 512, the tiled one (tiles of 32) and
// a tiled transpose of 4096 x 4096. Each line is today's program without one optimisation.
//
//                                                               naive   tiled  transpose
//   as it is                                                       57      52         75
//   no forms: every row written out, every address sorted         570     327        184
//   no repeated accesses (affine_access.cpp)                      182     164        109
//   footprints of reads from arrays that nobody writes            104      52         99
//   a row for each register (register_uses.h)                     58      58         76
//   plain instruction set, no AVX2 and FMA (lane_loops.h)         156     149         75
//
// The last line is target_clones with "arch=x86-64-v3", a feature level. Clones for "arch=haswell"
// ran only on Haswell; every other processor got the plain loops. Also tried and rejected:
// checking for uniform operands before every floating-point addition and product (costs as much as
// it saves, so only more expensive operations do it); one record of 600 bytes per memory
// instruction with a counter for each offset in a line (nine first-level cache misses per warp
// instruction; now two cache lines and an offset that rarely changes); keeping counts in the
// observer (now they are added up at the end of a block). Time today (tiled product): 29 % repeated
// accesses, 19 % the FMAs, 14 % the loop over instructions, 6 % barriers, the rest below 4 % each.
#pragma once

#include "sim/exec/lanes/instruction.h"
#include "sim/ptx/module.h"

namespace lanescope::exec {

// `decoded`: an instruction decoded from `in`. `plain`: it is the only one, and its registers are
// as wide as its types (cvt may use wider ones). nullptr: nothing to try.
[[nodiscard]] FormHandler form_handler_of(const ptx::Instruction& in, const Instruction& decoded,
                                          bool plain);

// The lowest and highest value of an affine row's lanes, relative to lane 0. Precondition: they are
// less than 2^62 apart.
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

// Looks at the lanes of a row, which are all written out, whether they are affine. If so, the form
// says it.
bool find_form(const Lanes& lanes, Row row);

// Calls what(offset from lane 0, bytes) for the bytes of all lanes, `bytes` at each address: once
// for a row of lanes whose bytes follow each other, and for lanes with one address.
template <class What>
void for_pieces(std::int64_t step_x, std::int64_t step_y, std::uint32_t bytes, const Lanes& lanes,
                What what) {
  if ((step_x | step_y) == 0) return what(std::int64_t{0}, std::uint64_t{bytes});
  for (std::uint32_t y = 0; y <= lanes.last_y; ++y) {
    const std::int64_t row = step_y * y;
    if (step_x == 0) {
      what(row, std::uint64_t{bytes});
    } else if (step_x == bytes) {
      what(row, std::uint64_t{bytes} * lanes.width);
    } else {
      for (std::uint32_t x = 0; x < lanes.width; ++x) what(row + step_x * x, std::uint64_t{bytes});
    }
  }
}

}  // namespace lanescope::exec
