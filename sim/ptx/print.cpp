#include "sim/ptx/print.h"

#include <fmt/format.h>

namespace lanescope::ptx {
namespace {

std::string_view name_of(Axis axis) {
  switch (axis) {
    case Axis::x:
      return ".x";
    case Axis::y:
      return ".y";
    case Axis::z:
      return ".z";
    case Axis::w:
      return ".w";
    case Axis::none:
      break;
  }
  return "";
}

// How symbols and labels are written.
struct Names {
  std::function<std::string(std::string_view)> symbol;  // empty: names are printed unchanged
  bool labels = false;  // print label names; else the number of the next instruction
};

std::string list(const Function& function, const std::vector<Operand>& operands,
                 std::string_view separator, const Names& names);

std::string offset_text(std::int64_t offset) {
  return offset == 0 ? "" : fmt::format("{:+}", offset);
}

std::string operand_text(const Function& function, const Operand& operand, const Names& names) {
  std::string text;
  switch (operand.kind) {
    case Operand::Kind::reg:
      text = function.registers[operand.index].name;
      if (!operand.selector.empty()) text += fmt::format(".{}", operand.selector);
      break;
    case Operand::Kind::special:
      text = fmt::format("{}{}", operand.name, name_of(operand.axis));
      break;
    case Operand::Kind::immediate:
      text = fmt::format("{}", static_cast<std::int64_t>(operand.bits));
      break;
    case Operand::Kind::float32:
      text = fmt::format("0f{:08X}", operand.bits);
      break;
    case Operand::Kind::float64:
      text = fmt::format("0d{:016X}", operand.bits);
      break;
    case Operand::Kind::symbol:
      text = fmt::format("{}{}", names.symbol ? names.symbol(operand.name) : operand.name,
                         offset_text(operand.offset));
      break;
    case Operand::Kind::label:
      text = names.labels ? std::string(operand.name) : fmt::format("-> {}", operand.index);
      break;
    case Operand::Kind::address:
      text = fmt::format("[{}{}]", list(function, operand.elements, ", ", names),
                         offset_text(operand.offset));
      break;
    case Operand::Kind::vector:
      text = fmt::format("{{{}}}", list(function, operand.elements, ", ", names));
      break;
    case Operand::Kind::list:
      text = fmt::format("({})", list(function, operand.elements, ", ", names));
      break;
    case Operand::Kind::pair:
      text = list(function, operand.elements, "|", names);
      break;
    case Operand::Kind::discard:
      text = "_";
      break;
  }
  if (!operand.negated) return text;
  const bool is_number =
      operand.kind == Operand::Kind::reg && function.registers[operand.index].type != Type::pred;
  return (is_number ? "-" : "!") + text;
}

std::string list(const Function& function, const std::vector<Operand>& operands,
                 std::string_view separator, const Names& names) {
  std::string text;
  for (const Operand& operand : operands) {
    if (!text.empty()) text += separator;
    text += operand_text(function, operand, names);
  }
  return text;
}

std::string guard_text(const Function& function, const Instruction& in) {
  if (!in.guard) return "";
  return fmt::format("@{}{} ", in.guard->negated ? "!" : "",
                     function.registers[in.guard->reg].name);
}

std::string variable_text(const Variable& variable) {
  std::string text = fmt::format(
      "{}{} {} {} bytes {} align {}", variable.is_extern ? "extern " : "", name_of(variable.space),
      name_of(variable.type), variable.name, variable.bytes, variable.alignment);
  if (!variable.initial.empty()) {
    text += " =";
    for (const std::uint8_t byte : variable.initial) text += fmt::format(" {:02x}", byte);
  }
  for (const AddressInitialiser& item : variable.addresses) {
    text += fmt::format(" @{}={}{}{}", item.offset, item.generic ? "generic " : "", item.symbol,
                        offset_text(item.addend));
  }
  return text;
}

std::string function_text(const Module& module, const Function& function) {
  std::string text = fmt::format("{}{} {}\n", function.is_declaration ? "declare " : "",
                                 function.is_entry ? "entry" : "func", function.name);
  for (const Variable& variable : function.returns)
    text += fmt::format("  returns {}\n", variable_text(variable));
  for (const Variable& variable : function.params)
    text += fmt::format("  takes {}\n", variable_text(variable));
  for (const Variable& variable : function.variables)
    text += fmt::format("  has {}\n", variable_text(variable));
  for (std::size_t i = 0; i < function.instructions.size(); ++i) {
    const Instruction& in = function.instructions[i];
    for (const Label& label : function.labels) {
      if (label.instruction == i) text += fmt::format("  {}:\n", label.name);
    }
    const std::string guard = guard_text(function, in);
    const SourcePlace& place = module.locations[in.loc];
    text +=
        fmt::format("  {:3} {}{} {}  ; {}:{}:{}\n", i, guard, in.mnemonic(),
                    list(function, in.operands, ", ", {}), place.file, place.line, place.column);
  }
  return text;
}

}  // namespace

std::string instruction_text(const Function& function, const Instruction& in,
                             const std::function<std::string(std::string_view)>& symbol_name) {
  const std::string operands = list(function, in.operands, ", ", {symbol_name, true});
  return fmt::format("{}{}{}{}", guard_text(function, in), in.mnemonic(),
                     operands.empty() ? "" : " ", operands);
}

std::string module_text(const Module& module) {
  std::string text = fmt::format("version {} target {}\n", module.version, module.target);
  for (const Variable& variable : module.variables) text += variable_text(variable) + "\n";
  for (const Function& function : module.functions) text += function_text(module, function);
  return text;
}

}  // namespace lanescope::ptx
