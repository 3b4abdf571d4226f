// A program as the reader sees it: its PTX instructions with their places, and its registers with
// their names. The steps of a recording refer to it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/diagnostics/diagnostic.h"
#include "sim/exec/program/program.h"
#include "sim/ptx/module.h"

namespace lanescope::steps {

// How to display a register's bits, derived from the instructions that use the register.
enum class Reading : std::uint8_t {
  predicate,
  signed_integer,
  unsigned_integer,
  floating,
  address,  // hexadecimal
  bits      // hexadecimal: no instruction implies another reading
};

struct Register {
  std::string name;  // "%r12"
  ptx::Type type = ptx::Type::b32;
  Reading reading = Reading::bits;
  // What the register holds in terms of the source, if that is certain: "n", "threadIdx.x",
  // "&tile"; else empty.
  std::string meaning;
  // The floating type of the instructions that use it; `none`: see `type`.
  ptx::Type number = ptx::Type::none;
};

struct Function {
  std::string name;  // demangled
  std::vector<Register> registers;
};

enum class InstructionKind : std::uint8_t { compute, access, barrier, branch, call, end };

struct Instruction {
  std::string text;  // "@%p1 ld.shared.f32 %f2, [%rd15]"; long symbols are shortened
  SourcePlace place;
  int ptx_line = 0;
  std::uint32_t function = 0;  // index into Listing::functions
  InstructionKind kind = InstructionKind::compute;
  std::vector<std::uint32_t> reads, writes;  // indices into Function::registers, without duplicates
};

struct Listing {
  static constexpr std::uint32_t none = 0xffff'ffffU;
  std::vector<Function> functions;  // the kernel first
  std::vector<Instruction> instructions;
  std::vector<std::uint32_t> of_code;  // by index in Program::code; none: no PTX instruction
};

// `parameters`: the names of the kernel's parameters, in order; further parameters have no name.
// `program` must be decoded from `module`.
[[nodiscard]] Listing make_listing(const ptx::Module& module, const exec::Program& program,
                                   const std::vector<std::string>& parameters);

}  // namespace lanescope::steps
