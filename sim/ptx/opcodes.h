// The opcode table: see opcodes.def.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace lanescope::ptx {

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
