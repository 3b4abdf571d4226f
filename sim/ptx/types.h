// The fundamental types and state spaces of PTX (PTX ISA, chapters "State Spaces, Types, and
// Variables").
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace lanescope::ptx {

enum class Type : std::uint8_t {
  none,
  b8,
  b16,
  b32,
  b64,
  b128,
  u8,
  u16,
  u32,
  u64,
  s8,
  s16,
  s32,
  s64,
  f16,
  f16x2,
  bf16,
  bf16x2,
  tf32,
  e4m3,
  e5m2,
  e4m3x2,
  e5m2x2,
  u16x2,
  s16x2,
  f32,
  f32x2,
  f64,
  pred,
};

// Size in a register or in memory; 0 for pred and none.
[[nodiscard]] std::uint32_t bytes_of(Type type);
[[nodiscard]] std::string_view name_of(Type type);  // "f32"
[[nodiscard]] std::optional<Type> type_named(std::string_view name);

[[nodiscard]] bool is_signed(Type type);  // s8..s64
// f32 and f64: the types that the host computes with directly.
[[nodiscard]] bool is_float(Type type);
[[nodiscard]] bool is_floating(Type type);  // f32, f64, f32x2, f16, bf16 and their pairs
[[nodiscard]] bool is_integer(Type type);   // b*, u*, s* of 8 to 64 bits

enum class StateSpace : std::uint8_t { generic, reg, sreg, constant, global, local, param, shared };

[[nodiscard]] std::string_view name_of(StateSpace space);
// ".shared::cta" and ".param::entry" mean ".shared" and ".param".
[[nodiscard]] std::optional<StateSpace> space_named(std::string_view name);

// The opcode table: see opcodes.def.

enum class Opcode : std::uint16_t {
#define EXECUTABLE(name, min_operands, max_operands, type, result) name,
#define REFUSED(name, why) name,
#include "sim/ptx/opcodes.def"
#undef EXECUTABLE
#undef REFUSED
};

struct OpcodeRow {
  Opcode opcode;
  std::string_view name;  // as PTX writes it: "and", not "and_"
  int min_operands;       // 0 for refused instructions: their operands are not checked
  int max_operands;
  bool needs_type;           // the instruction must name a type; false for refused instructions
  bool has_result;           // operand 0 is written; false for refused instructions
  std::string_view refused;  // why it can't be executed; empty if it can
};

[[nodiscard]] std::span<const OpcodeRow> opcode_table();
[[nodiscard]] const OpcodeRow& row_of(Opcode opcode);
[[nodiscard]] std::optional<Opcode> opcode_named(std::string_view name);

}  // namespace lanescope::ptx
