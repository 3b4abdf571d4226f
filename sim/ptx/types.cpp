#include "sim/ptx/types.h"

#include <algorithm>
#include <array>

namespace lanescope::ptx {
namespace {

struct TypeRow {
  Type type;
  std::string_view name;
  std::uint32_t bytes;
};

constexpr std::array type_rows{
    TypeRow{Type::none, "", 0},         TypeRow{Type::b8, "b8", 1},
    TypeRow{Type::b16, "b16", 2},       TypeRow{Type::b32, "b32", 4},
    TypeRow{Type::b64, "b64", 8},       TypeRow{Type::b128, "b128", 16},
    TypeRow{Type::u8, "u8", 1},         TypeRow{Type::u16, "u16", 2},
    TypeRow{Type::u32, "u32", 4},       TypeRow{Type::u64, "u64", 8},
    TypeRow{Type::s8, "s8", 1},         TypeRow{Type::s16, "s16", 2},
    TypeRow{Type::s32, "s32", 4},       TypeRow{Type::s64, "s64", 8},
    TypeRow{Type::f16, "f16", 2},       TypeRow{Type::f16x2, "f16x2", 4},
    TypeRow{Type::bf16, "bf16", 2},     TypeRow{Type::bf16x2, "bf16x2", 4},
    TypeRow{Type::tf32, "tf32", 4},     TypeRow{Type::e4m3, "e4m3", 1},
    TypeRow{Type::e5m2, "e5m2", 1},     TypeRow{Type::e4m3x2, "e4m3x2", 2},
    TypeRow{Type::e5m2x2, "e5m2x2", 2}, TypeRow{Type::u16x2, "u16x2", 4},
    TypeRow{Type::s16x2, "s16x2", 4},   TypeRow{Type::f32, "f32", 4},
    TypeRow{Type::f32x2, "f32x2", 8},   TypeRow{Type::f64, "f64", 8},
    TypeRow{Type::pred, "pred", 0},
};

constexpr bool is_in_order() {
  for (std::size_t i = 0; i < type_rows.size(); ++i) {
    if (static_cast<std::size_t>(type_rows[i].type) != i) return false;
  }
  return true;
}
static_assert(is_in_order());

const TypeRow& row_of(Type type) { return type_rows[static_cast<std::size_t>(type)]; }

}  // namespace

std::uint32_t bytes_of(Type type) { return row_of(type).bytes; }
std::string_view name_of(Type type) { return row_of(type).name; }

std::optional<Type> type_named(std::string_view name) {
  for (const TypeRow& row : type_rows) {
    if (row.type != Type::none && row.name == name) return row.type;
  }
  return std::nullopt;
}

bool is_signed(Type type) {
  return type == Type::s8 || type == Type::s16 || type == Type::s32 || type == Type::s64;
}

bool is_float(Type type) { return type == Type::f32 || type == Type::f64; }

bool is_floating(Type type) {
  return is_float(type) || type == Type::f32x2 || type == Type::f16 || type == Type::f16x2 ||
         type == Type::bf16 || type == Type::bf16x2;
}

bool is_integer(Type type) { return type >= Type::b8 && type <= Type::s64 && type != Type::b128; }

std::string_view name_of(StateSpace space) {
  switch (space) {
    case StateSpace::generic:
      return "generic";
    case StateSpace::reg:
      return "reg";
    case StateSpace::sreg:
      return "sreg";
    case StateSpace::constant:
      return "const";
    case StateSpace::global:
      return "global";
    case StateSpace::local:
      return "local";
    case StateSpace::param:
      return "param";
    case StateSpace::shared:
      return "shared";
  }
  return "";
}

std::optional<StateSpace> space_named(std::string_view name) {
  if (name == "global") return StateSpace::global;
  if (name == "shared" || name == "shared::cta") return StateSpace::shared;
  if (name == "param" || name == "param::entry" || name == "param::func") return StateSpace::param;
  if (name == "local") return StateSpace::local;
  if (name == "const") return StateSpace::constant;
  if (name == "reg") return StateSpace::reg;
  if (name == "sreg") return StateSpace::sreg;
  return std::nullopt;
}

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
