#include "sim/ptx/opcodes.h"

#include <algorithm>
#include <array>

namespace lanescope::ptx {
namespace {

constexpr std::string_view without_underscore(std::string_view name) {
  return name.ends_with('_') ? name.substr(0, name.size() - 1) : name;
}

constexpr bool typed = true, untyped = false;
constexpr bool result = true, no_result = false;

constexpr std::array rows{
#define EXECUTABLE(name, min_operands, max_operands, type, result) \
  OpcodeRow{Opcode::name, without_underscore(#name), min_operands, max_operands, type, result, {}},
#define REFUSED(name, why) \
  OpcodeRow{Opcode::name, without_underscore(#name), 0, 0, untyped, no_result, why},
#include "sim/ptx/opcodes.def"
#undef EXECUTABLE
#undef REFUSED
};

static_assert(std::is_sorted(rows.begin(), rows.end(),
                             [](const OpcodeRow& a, const OpcodeRow& b) {
                               return a.name < b.name;
                             }),
              "opcodes.def must stay in alphabetical order: look-up is a binary search");

}  // namespace

std::span<const OpcodeRow> opcode_table() { return rows; }

const OpcodeRow& row_of(Opcode opcode) { return rows[static_cast<std::size_t>(opcode)]; }

std::optional<Opcode> opcode_named(std::string_view name) {
  const auto found = std::lower_bound(
      rows.begin(), rows.end(), name,
      [](const OpcodeRow& row, std::string_view wanted) { return row.name < wanted; });
  if (found == rows.end() || found->name != name) return std::nullopt;
  return found->opcode;
}

}  // namespace lanescope::ptx
