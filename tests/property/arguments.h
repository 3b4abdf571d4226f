// The arguments of a random program, for the emulator.
#pragma once

#include "tests/emulation.h"
#include "tests/property/generator.h"

namespace lanescope::property {

inline tests::Arguments arguments_of(const Program& program) {
  tests::Arguments arguments;
  arguments.add_array("out", program.out_bytes);
  arguments.add_array("in", input_of(program));
  arguments.add_value(program.scalar_u32);
  arguments.add_value(program.scalar_u64);
  return arguments;
}

}  // namespace lanescope::property
