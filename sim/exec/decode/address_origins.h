// What addresses and expected values were computed from: data flow through a program's rows. The
// order of instructions is ignored, because compilers give nearly every value its own register. So
// each register that reaches an address must have its own row (reach_addresses).
#pragma once

#include <cstdint>
#include <vector>

#include "sim/exec/program/program.h"

namespace lanescope::exec {

// Indexed by site: data flow from the kernel's parameters and the addresses of its variables to
// each load and store.
[[nodiscard]] std::vector<AddressOrigin> address_origins(const Program& program);

// The loads whose value is the expected value of a compare-and-swap, as in loops like this:
//
//   unsigned old = *p, assumed;
//   do { assumed = old; old = atomicCAS(p, assumed, f(assumed)); } while (old != assumed);
//
// Another thread may change the word in between, which the swap detects. So the race check does not
// treat such a load as plain. Returns indices into Program::memory, ascending. Needs
// Program::address_origins.
[[nodiscard]] std::vector<std::uint32_t> expected_loads(const Program& program);

}  // namespace lanescope::exec
