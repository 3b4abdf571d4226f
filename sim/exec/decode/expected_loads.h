// Finds loads whose value is the expected value of a compare-and-swap, as in loops like this:
//
//   unsigned old = *p, assumed;
//   do { assumed = old; old = atomicCAS(p, assumed, f(assumed)); } while (old != assumed);
//
// Another thread may change the word in between, which the swap detects. So the race check does not
// treat such a load as plain.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/exec/program/address_origins.h"

namespace lanescope::exec {

struct Program;

// Returns indices into Program::memory, ascending. The order of instructions is ignored, so each
// register of the program must have its own row. `origins`: those of the program's sites.
[[nodiscard]] std::vector<std::uint32_t> expected_loads(const Program& program,
                                                        const std::vector<AddressOrigin>& origins);

}  // namespace lanescope::exec
