// Executes a program one thread at a time, each up to its next barrier: the plainest reading of the
// PTX ISA's integer instructions that we could write, and slow.
#pragma once

#include <string>
#include <vector>

#include "tests/property/program.h"

namespace lanescope::property {

// The bytes of `out` after the launch. Errors (the generator's fault): an access out of its array,
// a thread that runs too long.
struct Outcome {
  std::vector<std::byte> out;
  std::uint64_t thread_steps = 0;  // instructions whose guard held, labels not counted
  std::string error;
};
[[nodiscard]] Outcome interpret(const Program& program, const std::vector<std::byte>& in);

}  // namespace lanescope::property
