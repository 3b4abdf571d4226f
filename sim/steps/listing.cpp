#include "sim/steps/listing.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "sim/exec/decode/kernel_names.h"
#include "sim/exec/decode/register_uses.h"
#include "sim/ptx/module.h"
#include "sim/ptx/print.h"

namespace lanescope::steps {
namespace {

// ---- the meaning of registers, where the PTX determines it with certainty ----
//
// Compilers report lines, not variables: optimised code has no debug information about registers.
// But a register that is written once, with a parameter, a special register or a variable's
// address, keeps that meaning for its whole life.

// Symbols by their names in the source.
class SymbolNames {
 public:
  SymbolNames(const ptx::Function& kernel, const std::vector<std::string>& parameters);
  // "tile", "n"; a parameter without a name is "param_2"; else the symbol itself.
  [[nodiscard]] std::string of(std::string_view symbol) const;
  // Empty if the symbol is not a parameter or has no name.
  [[nodiscard]] std::string parameter(std::string_view symbol) const;

 private:
  std::map<std::string_view, std::string> parameters_;
  std::map<std::string_view, std::string> short_names_;
};

using ptx::Opcode;
using Kind = ptx::Operand::Kind;

SymbolNames::SymbolNames(const ptx::Function& kernel, const std::vector<std::string>& parameters) {
  for (std::size_t i = 0; i < kernel.params.size(); ++i) {
    const std::string_view name = kernel.params[i].name;
    if (i < parameters.size()) parameters_[name] = parameters[i];
    short_names_[name] = i < parameters.size() ? parameters[i] : fmt::format("param_{}", i);
  }
}

std::string SymbolNames::of(std::string_view symbol) const {
  if (const auto found = short_names_.find(symbol); found != short_names_.end())
    return found->second;
  // "k(float*)::tile" becomes "tile": a variable inside a function.
  std::string name = exec::demangled(symbol);
  if (const std::size_t inside = name.rfind(")::"); inside != std::string::npos)
    name = name.substr(inside + 3);
  return name;
}

std::string SymbolNames::parameter(std::string_view symbol) const {
  const auto found = parameters_.find(symbol);
  return found == parameters_.end() ? "" : found->second;
}

std::string special_name(const ptx::Operand& operand) {
  static const std::map<std::string_view, const char*> names = {
      {"%tid", "threadIdx"}, {"%ntid", "blockDim"}, {"%ctaid", "blockIdx"}, {"%nctaid", "gridDim"}};
  static const std::map<std::string_view, const char*> others = {
      {"%laneid", "lane"}, {"%warpid", "warp"}, {"%smid", "multiprocessor"}};
  if (const auto other = others.find(operand.name); other != others.end()) return other->second;
  const auto found = names.find(operand.name);
  if (found == names.end() || operand.axis == ptx::Axis::none) return "";
  constexpr const char* axes[] = {"", ".x", ".y", ".z", ".w"};
  return fmt::format("{}{}", found->second, axes[static_cast<std::size_t>(operand.axis)]);
}

// The name of what `in` puts into its destination; empty if that is a computed value.
std::string meaning_of(const ptx::Instruction& in, const SymbolNames& symbols,
                       const std::vector<Register>& registers) {
  if (in.operands.size() < 2) return "";
  const ptx::Operand& from = in.operands[1];
  if (in.opcode == Opcode::ld && in.has("param") && from.kind == Kind::address &&
      from.elements[0].kind == Kind::symbol && from.offset == 0) {
    return symbols.parameter(from.elements[0].name);
  }
  if (in.opcode != Opcode::mov && in.opcode != Opcode::cvta) return "";
  if (from.kind == Kind::special) return special_name(from);
  if (from.kind == Kind::symbol && from.offset == 0) return "&" + symbols.of(from.name);
  if (from.kind == Kind::reg && from.selector.empty()) return registers[from.index].meaning;
  return "";
}

// Sets Register::meaning.
void find_meanings(const ptx::Function& function, const SymbolNames& symbols,
                   std::vector<Register>& registers) {
  const std::vector<exec::RegisterUse> uses = exec::register_uses(function);
  std::vector<std::uint32_t> written(registers.size());
  for (const exec::RegisterUse& use : uses) {
    for (const std::uint32_t r : use.writes) ++written[r];
  }
  for (std::size_t i = 0; i < uses.size(); ++i) {
    const ptx::Instruction& in = function.instructions[i];
    if (uses[i].writes.size() != 1 || in.guard) continue;
    const std::uint32_t r = uses[i].writes.front();
    if (written[r] == 1 && in.operands[0].kind == Kind::reg)
      registers[r].meaning = meaning_of(in, symbols, registers);
  }
}

bool is_offset(Opcode opcode) {
  return opcode == Opcode::mul || opcode == Opcode::shl || opcode == Opcode::mad ||
         opcode == Opcode::cvt || opcode == Opcode::and_ || opcode == Opcode::or_ ||
         opcode == Opcode::shr;
}

// Finds the registers that hold addresses, and the registers that are offsets of addresses.
class Addresses {
 public:
  Addresses(const ptx::Function& function, std::size_t registers)
      : function_(function), is_(registers), is_offset_(registers) {
    for (const ptx::Instruction& in : function.instructions) {
      for (const ptx::Operand& operand : in.operands) mark_bases(operand);
      if (!in.operands.empty() && in.operands[0].kind == Kind::reg && is_offset(in.opcode))
        is_offset_[in.operands[0].index] = true;
    }
    while (go_back()) {
    }
  }
  [[nodiscard]] bool is(std::size_t r) const { return is_[r]; }

 private:
  void mark_bases(const ptx::Operand& operand) {
    if (operand.kind == Kind::address && operand.elements[0].kind == Kind::reg)
      is_[operand.elements[0].index] = true;
  }

  // If a copy of a register is an address, or the register plus an offset is, then the register is
  // an address too. Returns true if it found one.
  bool go_back() {
    bool found = false;
    for (const ptx::Instruction& in : function_.instructions) {
      const bool moves = in.opcode == Opcode::mov || in.opcode == Opcode::cvta;
      const bool adds = in.opcode == Opcode::add || in.opcode == Opcode::sub;
      if (!moves && !adds) continue;
      if (in.operands[0].kind != Kind::reg || !is_[in.operands[0].index]) continue;
      for (std::size_t i = 1; i < in.operands.size(); ++i) {
        const ptx::Operand& from = in.operands[i];
        if (from.kind != Kind::reg || is_[from.index] || is_offset_[from.index]) continue;
        is_[from.index] = true;
        found = true;
      }
    }
    return found;
  }

  const ptx::Function& function_;
  std::vector<bool> is_, is_offset_;
};

Reading reading_of_type(ptx::Type type) {
  if (type == ptx::Type::pred) return Reading::predicate;
  if (ptx::is_floating(type)) return Reading::floating;
  if (ptx::is_signed(type)) return Reading::signed_integer;
  const bool is_unsigned = type == ptx::Type::u8 || type == ptx::Type::u16 ||
                           type == ptx::Type::u32 || type == ptx::Type::u64;
  return is_unsigned ? Reading::unsigned_integer : Reading::bits;
}

// Compilers also move signed values as unsigned types, so a move says nothing about the sign.
bool only_moves(Opcode opcode) {
  switch (opcode) {
    case Opcode::ld:
    case Opcode::ldu:
    case Opcode::st:
    case Opcode::mov:
    case Opcode::selp:
    case Opcode::atom:
    case Opcode::red:
      return true;
    default:
      return false;
  }
}

// Untyped moves of bits: the value has the same reading on both sides.
bool moves_bits(const ptx::Instruction& in) {
  switch (in.opcode) {
    case Opcode::mov:
    case Opcode::shfl:
    case Opcode::selp:
      return true;
    default:
      return false;
  }
}

// Sets Register::reading and Register::number.
void find_readings(const ptx::Function& function, std::vector<Register>& registers) {
  const Addresses addresses(function, registers.size());
  for (Register& reg : registers) reg.reading = reading_of_type(reg.type);
  const auto is_open = [&](const ptx::Operand& operand) {
    return operand.kind == Kind::reg && registers[operand.index].reading == Reading::bits;
  };
  // Readings from the types of instructions, for results and operands.
  for (const ptx::Instruction& in : function.instructions) {
    if (in.types.empty()) continue;
    for (std::size_t i = 0; i < in.operands.size(); ++i) {
      const ptx::Type type =
          i > 0 && in.opcode == Opcode::cvt && in.types.size() > 1 ? in.types[1] : in.types[0];
      const Reading reading = reading_of_type(type);
      if (reading == Reading::unsigned_integer && only_moves(in.opcode)) continue;
      const auto read_as = [&](const ptx::Operand& operand) {
        const bool is_whole = operand.kind == Kind::reg &&
                              ptx::bytes_of(registers[operand.index].type) == ptx::bytes_of(type);
        // The parts of a packed or narrow type are not numbers of the register's size.
        const bool widened = operand.kind == Kind::reg && ptx::is_integer(type);
        if (!is_whole && !widened) return;
        Register& reg = registers[operand.index];
        const bool has_sign =
            reg.reading == Reading::unsigned_integer && reading == Reading::signed_integer;
        if (reg.reading != Reading::bits && !has_sign) return;
        reg.reading = reading;
        if (reading == Reading::floating) reg.number = type;
      };
      read_as(in.operands[i]);
      if (in.operands[i].kind == Kind::vector) {
        for (const ptx::Operand& element : in.operands[i].elements) read_as(element);
      }
    }
    // The result is twice as wide as the type: the product of two words.
    if (in.has("wide") && is_open(in.operands[0]))
      registers[in.operands[0].index].reading = reading_of_type(in.types[0]);
  }
  for (std::size_t r = 0; r < registers.size(); ++r) {
    if (addresses.is(r) && registers[r].reading != Reading::floating)
      registers[r].reading = Reading::address;
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (const ptx::Instruction& in : function.instructions) {
      if (!moves_bits(in) || in.operands.size() < 2) continue;
      const ptx::Operand& to =
          in.operands[0].kind == Kind::pair ? in.operands[0].elements[0] : in.operands[0];
      const ptx::Operand& from = in.operands[1];
      if (to.kind != Kind::reg || from.kind != Kind::reg || is_open(to) == is_open(from)) continue;
      Register& open = registers[is_open(to) ? to.index : from.index];
      const Register& known = registers[is_open(to) ? from.index : to.index];
      if (known.reading == Reading::predicate) continue;
      open.reading = known.reading;
      open.number = known.number;
      changed = true;
    }
  }
  // Registers about which no instruction says anything: loop counters, for example.
  for (Register& reg : registers) {
    const std::uint32_t bytes = ptx::bytes_of(reg.type);
    if (reg.reading == Reading::bits && (bytes == 2 || bytes == 4))
      reg.reading = Reading::signed_integer;
  }
}

using exec::Flow;

InstructionKind kind_of(const exec::Instruction& in) {
  switch (in.flow) {
    case Flow::memory:
    case Flow::block:
      return InstructionKind::access;
    case Flow::barrier:
      return InstructionKind::barrier;
    case Flow::branch:
    case Flow::table:
      return InstructionKind::branch;
    case Flow::call:
      return InstructionKind::call;
    case Flow::exit:
    case Flow::ret:
    case Flow::trap:
      return InstructionKind::end;
    case Flow::compute:
    case Flow::warp:
    case Flow::clock:
    case Flow::nothing:
      break;
  }
  return InstructionKind::compute;
}

std::vector<std::uint32_t> without_doubles(std::vector<std::uint32_t> all) {
  std::ranges::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

std::vector<const ptx::Function*> functions_of(const ptx::Module& module,
                                               const exec::Program& program) {
  std::vector<const ptx::Function*> functions{module.find_function(program.name)};
  for (const exec::FunctionCode& function : program.functions)
    functions.push_back(module.find_function(function.ptx_name));
  return functions;
}

}  // namespace

Listing make_listing(const ptx::Module& module, const exec::Program& program,
                     const std::vector<std::string>& parameters) {
  Listing listing;
  const std::vector<const ptx::Function*> functions = functions_of(module, program);
  std::vector<std::vector<exec::RegisterUse>> uses;
  for (const ptx::Function* function : functions) {
    Function out;
    out.name = exec::kernel_name(function->name).plain;
    for (const ptx::Register& reg : function->registers)
      out.registers.push_back({reg.name, reg.type, Reading::bits, {}});
    listing.functions.push_back(std::move(out));
    uses.push_back(exec::register_uses(*function));
  }
  const SymbolNames symbols(*functions.front(), parameters);
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> known;
  for (std::size_t i = 0; i < program.code.size(); ++i) {
    const exec::PtxOrigin& origin = program.origins[i];
    if (origin.instruction == exec::PtxOrigin::none) {
      listing.of_code.push_back(Listing::none);
      continue;
    }
    const auto [at, is_first] =
        known.try_emplace({origin.function, origin.instruction},
                          static_cast<std::uint32_t>(listing.instructions.size()));
    listing.of_code.push_back(at->second);
    const InstructionKind kind = kind_of(program.code[i]);
    if (!is_first) {  // one of several parts: one that is more than a computation decides
      InstructionKind& whole = listing.instructions[at->second].kind;
      if (kind != InstructionKind::compute) whole = kind;
      continue;
    }
    const ptx::Function& function = *functions[origin.function];
    const exec::RegisterUse& use = uses[origin.function][origin.instruction];
    Instruction out;
    out.text = ptx::instruction_text(function, function.instructions[origin.instruction],
                                     [&](std::string_view name) { return symbols.of(name); });
    out.place = program.places[i];
    out.ptx_line = program.ptx_lines[i];
    out.function = origin.function;
    out.kind = kind;
    out.reads = without_doubles(use.reads);
    out.writes = without_doubles(use.writes);
    listing.instructions.push_back(std::move(out));
  }
  for (std::size_t i = 0; i < functions.size(); ++i) {
    find_meanings(*functions[i], symbols, listing.functions[i].registers);
    find_readings(*functions[i], listing.functions[i].registers);
  }
  return listing;
}

}  // namespace lanescope::steps
