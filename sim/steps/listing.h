// A program as a reader sees it: its PTX instructions with their places, its registers with their
// names. What the steps of a recording point into.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/diagnostics/diagnostic.h"
#include "sim/exec/program.h"
#include "sim/ptx/module.h"

namespace lanescope::steps {

// How a register's bits are best read; found from what the instructions do with it.
enum class Reading : std::uint8_t {
  predicate,
  signed_integer,
  unsigned_integer,
  floating,
  address,  // hexadecimal
  bits      // hexadecimal: nothing says what it is
};

struct Register {
  std::string name;  // "%r12"
  ptx::Type type = ptx::Type::b32;
  Reading reading = Reading::bits;
  // What the program calls it, where that is certain: "n", "threadIdx.x", "&tile"; else empty.
  std::string meaning;
};

struct Function {
  std::string name;  // demangled
  std::vector<Register> registers;
};

enum class InstructionKind : std::uint8_t { compute, access, barrier, branch, call, end };

struct Instruction {
  std::string text;  // "@%p1 ld.shared.f32 %f2, [%rd15]"; long symbols are cut to what they mean
  SourcePlace place;
  int ptx_line = 0;
  std::uint32_t function = 0;  // index into Listing::functions
  InstructionKind kind = InstructionKind::compute;
  std::vector<std::uint32_t> reads, writes;  // indices into Function::registers, without doubles
};

struct Listing {
  static constexpr std::uint32_t none = 0xffff'ffffU;
  std::vector<Function> functions;  // the kernel first
  std::vector<Instruction> instructions;
  std::vector<std::uint32_t> of_code;  // of Program::code; none: part of no PTX instruction
};

// `parameters`: what the kernel's parameters are called, in order; those beyond have no names.
// `module` is what `program` was decoded from.
[[nodiscard]] Listing make_listing(const ptx::Module& module, const exec::Program& program,
                                   const std::vector<std::string>& parameters);

}  // namespace lanescope::steps
