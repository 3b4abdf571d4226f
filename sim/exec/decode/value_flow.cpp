// What the check for uninitialised reads needs to know of each instruction: the rows that it reads
// and writes, what it does with a value, and which loads copy one structure together.
#include <algorithm>
#include <map>
#include <tuple>

#include "sim/exec/decode/decoder.h"

namespace lanescope::exec {

using ptx::Opcode;
using Kind = ptx::Operand::Kind;

namespace {

ValueFlow flow_of(const ptx::Instruction& in) {
  switch (in.opcode) {
    case Opcode::mov:
    case Opcode::cvta:
      return ValueFlow::copies;
    case Opcode::and_:
    case Opcode::or_:
    case Opcode::xor_:
    case Opcode::not_:
    case Opcode::lop3:
    case Opcode::shl:
    case Opcode::shr:
    case Opcode::shf:
    case Opcode::bfe:
    case Opcode::bfi:
    case Opcode::prmt:
    case Opcode::szext:
      return ValueFlow::rearranges;
    case Opcode::cvt:
      return std::ranges::none_of(in.types, ptx::is_floating) ? ValueFlow::rearranges
                                                              : ValueFlow::uses;
    case Opcode::selp:
      return ValueFlow::selects;
    case Opcode::shfl:
      return ValueFlow::exchanges;
    case Opcode::ld:
    case Opcode::ldu:
      return ValueFlow::loads;
    case Opcode::st:
      return ValueFlow::stores;
    default:
      return ValueFlow::uses;
  }
}

// An address as a register or variable plus a constant.
struct AddressSum {
  std::uint32_t reg = Row::none;
  std::string_view symbol;
  std::int64_t offset = 0;
};

// Follows the registers that are defined once, as another one plus a constant.
class AddressSums {
 public:
  explicit AddressSums(const ptx::Function& function) : definitions_(function.registers.size()) {
    for (const ptx::Instruction& in : function.instructions) {
      if (in.operands.empty() || in.operands[0].kind != Kind::reg) continue;
      if (!ptx::row_of(in.opcode).has_result) continue;
      Definition& definition = definitions_[in.operands[0].index];
      ++definition.count;
      definition.in = &in;
    }
  }

  [[nodiscard]] AddressSum of(const ptx::Operand& base, std::int64_t offset) const {
    AddressSum sum;
    sum.offset = offset;
    const ptx::Operand* at = &base;
    for (int links = 0; links < max_links; ++links) {
      if (at->kind == Kind::symbol) {
        sum.symbol = at->name;
        sum.offset += at->offset;
        return sum;
      }
      if (at->kind != Kind::reg) return sum;
      sum.reg = at->index;
      const Definition& definition = definitions_[at->index];
      if (definition.count != 1) return sum;
      const ptx::Instruction& in = *definition.in;
      const bool moves = in.opcode == Opcode::mov || in.opcode == Opcode::cvta;
      // clang writes an addition that carries nothing as a bitwise or.
      const bool adds = (in.opcode == Opcode::add || in.opcode == Opcode::or_) &&
                        in.operands[2].kind == Kind::immediate;
      if (!moves && !adds) return sum;
      const Kind next = in.operands[1].kind;
      if (next != Kind::reg && next != Kind::symbol) return sum;
      if (adds) sum.offset += static_cast<std::int64_t>(in.operands[2].bits);
      at = &in.operands[1];
      if (next == Kind::symbol) sum.reg = Row::none;
    }
    return sum;
  }

 private:
  static constexpr int max_links = 8;
  struct Definition {
    std::uint32_t count = 0;
    const ptx::Instruction* in = nullptr;
  };
  std::vector<Definition> definitions_;
};

}  // namespace

void Decoder::note_row_use(const In& in, const RegisterUse& use,
                           const std::vector<std::uint32_t>& lasts, std::size_t first) {
  program_.row_uses.resize(program_.code.size());
  if (first == program_.code.size()) return;
  RowUse& out = program_.row_uses[first];
  out.flow = flow_of(in);
  out.first = static_cast<std::uint32_t>(program_.used_rows.size());
  const auto add = [this](std::uint32_t reg) {
    const std::uint32_t bytes = ptx::bytes_of(entry_.registers[reg].type);
    if (bytes == 0) return 0;
    program_.used_rows.push_back(register_rows_[reg]);
    if (bytes != 16) return 1;
    ptx::Operand wide;
    wide.index = reg;
    program_.used_rows.push_back(half_of(wide, 1));
    return 2;
  };
  const auto add_all = [&](const std::vector<std::uint32_t>& registers) {
    int count = 0;
    for (const std::uint32_t reg : registers) count += add(reg);
    return static_cast<std::uint16_t>(count);
  };
  if (out.flow == ValueFlow::stores) {
    // The stored registers are known to the access itself.
    const ptx::Operand& address = in.operands[0];
    const bool by_register = address.kind == Kind::address && address.elements[0].kind == Kind::reg;
    if (by_register) out.reads = add_all({address.elements[0].index});
  } else {
    out.reads = add_all(use.reads);
    out.writes = add_all(use.writes);
  }
  // A guarded instruction may leave a value to no other.
  if (!in.guard) out.lasts = add_all(lasts);
  if (out.flow != ValueFlow::loads && out.flow != ValueFlow::stores) return;
  const ptx::Operand& address = in.operands[out.flow == ValueFlow::loads ? 1 : 0];
  const bool is_area = program_.code[first].flow == Flow::warp && address.kind == Kind::address &&
                       address.elements[0].kind == Kind::symbol;
  if (!is_area) return;
  const bool loads = out.flow == ValueFlow::loads;
  const RowUse whole = out;
  for (std::size_t i = first; i < program_.code.size(); ++i) {
    RowUse& element = program_.row_uses[i];
    element.flow = loads ? ValueFlow::loads_area : ValueFlow::stores_area;
    element.element_bytes = static_cast<std::uint8_t>(ptx::bytes_of(in.types[0]));
    element.reads = element.writes = element.lasts = 0;
  }
  RowUse& last = program_.row_uses.back();
  last.lasts = whole.lasts;
  last.first = whole.first + whole.reads + whole.writes;
}

void Decoder::find_copied_bytes(const std::vector<std::uint32_t>& first_of) {
  struct Load {
    std::int64_t offset;
    std::int64_t end;
    std::uint32_t site;
  };
  using Statement = std::tuple<std::uint32_t, std::string_view, std::string_view, int, int>;
  std::map<Statement, std::vector<Load>> loads;
  std::optional<AddressSums> sums;
  for (std::size_t i = 0; i < entry_.instructions.size(); ++i) {
    const In& in = entry_.instructions[i];
    if (in.opcode != Opcode::ld || first_of[i] == program_.code.size()) continue;
    const Instruction& decoded = program_.code[first_of[i]];
    if (decoded.flow != Flow::memory) continue;
    const MemoryInstruction& access = program_.memory[decoded.index];
    const bool may_be_unwritten =
        access.space != ptx::StateSpace::constant && access.space != ptx::StateSpace::param;
    if (!may_be_unwritten || access.op != memory::Op::load) continue;
    if (!sums) sums.emplace(entry_);
    const ptx::Operand& address = in.operands[1];
    const AddressSum at = sums->of(address.elements[0], address.offset);
    const SourcePlace& line = module_.locations[in.loc];
    loads[{at.reg, at.symbol, line.file, line.line, line.column}].push_back(
        {at.offset, at.offset + access.bytes, access.site});
  }
  program_.copied_bytes.resize(program_.sites.size());
  for (auto& [statement, together] : loads) {
    std::ranges::sort(together, {}, &Load::offset);
    for (std::size_t first = 0; first < together.size();) {
      std::int64_t end = together[first].end;
      std::size_t last = first + 1;
      while (last < together.size() && together[last].offset <= end)
        end = std::max(end, together[last++].end);
      const std::int64_t begin = together[first].offset;
      for (; first < last; ++first) {
        const Load& load = together[first];
        program_.copied_bytes[load.site] = {static_cast<std::uint32_t>(load.offset - begin),
                                            static_cast<std::uint32_t>(end - begin)};
      }
    }
  }
}

}  // namespace lanescope::exec
