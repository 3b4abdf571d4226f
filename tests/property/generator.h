// Makes a program from a seed. Every program ends, divides by no zero, reads nothing it has not
// written (but for `in`), has its barriers where all threads come, and between two barriers no
// thread reads or writes what another writes: so its result is one, in any order of threads.
#pragma once

#include "tests/property/program.h"

namespace lanescope::property {

[[nodiscard]] Program random_program(std::uint64_t seed);

// The same without those units for which `kept` is false.
[[nodiscard]] Program without(const Program& program, const std::vector<bool>& kept);

}  // namespace lanescope::property
