// Loads whose value a compare-and-swap is told to expect, as loops like this begin with:
//
//   unsigned old = *p, assumed;
//   do { assumed = old; old = atomicCAS(p, assumed, f(assumed)); } while (old != assumed);
//
// Another thread may change the word meanwhile: the swap finds that out. So to the check for races
// such a load is no plain one.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/exec/address_origins.h"

namespace lanescope::exec {

struct Program;

// Indices into Program::memory, ascending. Without regard to the order of instructions, so it wants
// a program in which each register has a row of its own.
// `origins`: of its sites.
[[nodiscard]] std::vector<std::uint32_t> expected_loads(const Program& program,
                                                        const std::vector<AddressOrigin>& origins);

}  // namespace lanescope::exec
