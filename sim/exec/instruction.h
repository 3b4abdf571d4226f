// A decoded instruction and what its handler works on.
//
// Registers of a warp are rows of 32 lanes in one flat buffer, 2, 4 or 8 bytes a lane after the
// register's type; a predicate is one 32-bit mask. Immediates, parameters and addresses of
// variables are rows too, in a second buffer that all warps share, filled in at launch. So every
// operand is an offset, and a handler is a loop over two or three rows that the compiler turns into
// vector instructions. Everything that depends on types and suffixes was decided at decode time, by
// choosing the handler.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/memory/access.h"

namespace lanescope::exec {

using memory::warp_lanes;
inline constexpr std::uint32_t all_lanes = 0xffff'ffffU;

// Offset of a row: bit 31 set means the shared constant rows, else the warp's own.
struct Row {
  static constexpr std::uint32_t constant_bit = 0x8000'0000U;
  static constexpr std::uint32_t none = 0x7fff'ffffU;
  std::uint32_t value = none;
  [[nodiscard]] bool exists() const { return value != none; }
  [[nodiscard]] bool is_constant() const { return exists() && (value & constant_bit) != 0; }
};

// What a computing handler sees: one warp, at one instruction.
struct Lanes {
  std::byte* rows[2] = {nullptr, nullptr};  // the warp's, the constants
  std::uint32_t mask = 0;                   // lanes that execute, never 0 in a handler

  template <class T>
  [[nodiscard]] T* row(Row row) const {
    return reinterpret_cast<T*>(rows[row.value >> 31] + (row.value & ~Row::constant_bit));
  }
  [[nodiscard]] std::uint32_t& predicate(Row row) const { return *this->row<std::uint32_t>(row); }
};

struct Instruction;
using Handler = void (*)(const Lanes&, const Instruction&);

// What the warp does around the handler.
enum class Flow : std::uint8_t {
  compute,  // call the handler, go on
  memory,   // Program::memory[detail]
  branch,   // target; conditional when guarded
  barrier,  // Program::barriers[detail]
  warp,     // the handler exchanges values between lanes (shfl, vote)
  exit,
  trap,
  nothing,  // fences, prefetches: counted, no effect
};

struct Instruction {
  Handler handler = nullptr;
  Row d, a, b, c;
  Row guard;                     // a predicate row
  std::uint32_t guard_flip = 0;  // all_lanes for @!%p
  Flow flow = Flow::compute;
  bool continues = false;  // the rest of a PTX instruction that became several: not counted again
  std::uint8_t immediate = 0;  // a small constant of the handler's own: a look-up table, a mode
  std::uint32_t detail =
      0;  // index into a side table of the program, by flow; or a second destination row
  std::uint32_t target = 0;  // branch: instruction index
  std::uint32_t reconverge =
      0;  // branch: where the two sides meet again (index; one past the end: never)
};

}  // namespace lanescope::exec
