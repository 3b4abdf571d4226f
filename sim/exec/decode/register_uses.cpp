#include "sim/exec/decode/register_uses.h"

namespace lanescope::exec {
namespace {

bool is_call_without_results(const ptx::Instruction& in) {
  return in.opcode == ptx::Opcode::call && in.operands[0].kind != ptx::Operand::Kind::list;
}

}  // namespace

std::vector<RegisterUse> register_uses(const ptx::Function& function) {
  std::vector<RegisterUse> uses;
  uses.reserve(function.instructions.size());
  const auto collect = [](const auto& self, const ptx::Operand& operand,
                          std::vector<std::uint32_t>& out) -> void {
    if (operand.kind == ptx::Operand::Kind::reg) out.push_back(operand.index);
    for (const ptx::Operand& element : operand.elements) self(self, element, out);
  };
  for (const ptx::Instruction& in : function.instructions) {
    RegisterUse use;
    const bool is_barrier = in.opcode == ptx::Opcode::bar || in.opcode == ptx::Opcode::barrier;
    const bool has_result = ptx::row_of(in.opcode).has_result && !is_call_without_results(in) &&
                            (!is_barrier || in.has("red"));
    for (std::size_t i = 0; i < in.operands.size(); ++i) {
      const bool is_destination =
          i == 0 && has_result && in.operands[0].kind != ptx::Operand::Kind::address;
      collect(collect, in.operands[i], is_destination ? use.writes : use.reads);
    }
    if (in.guard) {
      use.reads.push_back(in.guard->reg);
      use.may_skip = true;
    }
    if (in.opcode == ptx::Opcode::bra) use.target = in.operands[0].index;
    if (in.opcode == ptx::Opcode::brx) {
      for (const ptx::Operand& target : in.operands[1].elements) {
        use.more_targets.push_back(target.index);
      }
    }
    if (in.opcode == ptx::Opcode::ret) {
      for (const ptx::Variable& result : function.returns) {
        for (std::uint32_t i = 0; i < function.registers.size(); ++i) {
          if (result.space == ptx::StateSpace::reg && function.registers[i].name == result.name)
            use.reads.push_back(i);
        }
      }
    }
    use.conditional = in.guard.has_value();
    use.ends = in.opcode == ptx::Opcode::ret || in.opcode == ptx::Opcode::exit ||
               in.opcode == ptx::Opcode::trap;
    uses.push_back(std::move(use));
  }
  return uses;
}

}  // namespace lanescope::exec
