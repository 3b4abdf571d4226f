// Executes a program one thread at a time, each up to its next barrier. It is our most literal
// implementation of PTX's integer instructions, and slow.
#pragma once

#include <string>
#include <vector>

#include "tests/property/program.h"

namespace lanescope::property {

// The bytes of `out` after the launch. Errors, both caused by the generator: an access outside its
// array, or a thread that runs too long.
struct Outcome {
  std::vector<std::byte> out;
  // Executed instructions, those included whose guard does not hold. Labels do not count.
  std::uint64_t thread_steps = 0;
  std::string error;
};
[[nodiscard]] Outcome interpret(const Program& program, const std::vector<std::byte>& in);

}  // namespace lanescope::property
