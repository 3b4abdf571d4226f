// Makes a program from a seed. Every program ends, never divides by zero, reads nothing that it has
// not written (except `in`), and has barriers only where all threads arrive. Between two barriers,
// no thread reads or writes what another thread writes. So the result does not depend on the order
// of threads.
#pragma once

#include "tests/property/program.h"

namespace lanescope::property {

[[nodiscard]] Program random_program(std::uint64_t seed);

// The program without the units for which `kept` is false.
[[nodiscard]] Program without(const Program& program, const std::vector<bool>& kept);

}  // namespace lanescope::property
