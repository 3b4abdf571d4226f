#include "sim/exec/decode/register_uses.h"

#include <algorithm>
#include <map>
#include <utility>

#include "sim/exec/decode/basic_blocks.h"

namespace lanescope::exec {
namespace {

bool is_call_without_results(const ptx::Instruction& in) {
  return in.opcode == ptx::Opcode::call && in.operands[0].kind != ptx::Operand::Kind::list;
}

class Set {
 public:
  explicit Set(std::size_t size) : words_((size + 63) / 64) {}
  void insert(std::uint32_t i) { words_[i / 64] |= bit(i); }
  void erase(std::uint32_t i) { words_[i / 64] &= ~bit(i); }
  void add(const Set& other) {
    for (std::size_t i = 0; i < words_.size(); ++i) words_[i] |= other.words_[i];
  }
  [[nodiscard]] bool contains(std::uint32_t i) const { return (words_[i / 64] & bit(i)) != 0; }
  bool operator==(const Set&) const = default;

 private:
  static std::uint64_t bit(std::uint32_t i) { return std::uint64_t{1} << (i % 64); }
  std::vector<std::uint64_t> words_;
};

BasicBlocks blocks_of(const std::vector<RegisterUse>& program) {
  return find_blocks(program.size(), [&](std::size_t i) {
    const RegisterUse& use = program[i];
    FlowOf f;
    if (use.target) {
      f = {*use.target, use.conditional, true, {}, 0};
    } else if (!use.more_targets.empty()) {
      f = {no_target, use.conditional, true, use.more_targets, 0};
    } else if (use.ends) {
      f = {no_target, use.conditional, !use.conditional, {}, 0};
    }
    return f;
  });
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
      const bool is_address = in.operands[i].kind == ptx::Operand::Kind::address;
      if (is_address || (in.opcode == ptx::Opcode::atom && !is_destination))
        collect(collect, in.operands[i], use.addresses);
    }
    if (in.guard) {
      use.reads.push_back(in.guard->reg);
      use.may_skip = true;
    }
    if (in.opcode == ptx::Opcode::bra) use.target = in.operands[0].index;
    if (in.opcode == ptx::Opcode::brx) {
      for (const ptx::Operand& target : in.operands[1].elements)
        use.more_targets.push_back(target.index);
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
               in.opcode == ptx::Opcode::trap || in.opcode == ptx::Opcode::brkpt;
    uses.push_back(std::move(use));
  }
  return uses;
}

// The standard backward data-flow equations over basic blocks.
std::vector<std::uint32_t> live_at_entry(const std::vector<RegisterUse>& uses,
                                         std::size_t register_count) {
  std::vector<std::uint32_t> result;
  if (uses.empty()) return result;
  const BasicBlocks blocks = blocks_of(uses);
  std::vector<Set> at_start(blocks.first.size(), Set(register_count));
  for (bool changed = true; changed;) {
    changed = false;
    for (std::uint32_t b = blocks.exit(); b-- > 0;) {
      Set live(register_count);
      for (const std::uint32_t s : blocks.successors[b]) live.add(at_start[s]);
      for (std::uint32_t i = blocks.first[b + 1]; i-- > blocks.first[b];) {
        if (!uses[i].may_skip) {
          for (const std::uint32_t r : uses[i].writes) live.erase(r);
        }
        for (const std::uint32_t r : uses[i].reads) live.insert(r);
      }
      if (live == at_start[b]) continue;
      at_start[b] = std::move(live);
      changed = true;
    }
  }
  for (std::uint32_t r = 0; r < register_count; ++r) {
    if (at_start[0].contains(r)) result.push_back(r);
  }
  return result;
}

std::vector<std::vector<std::uint32_t>> last_reads(const std::vector<RegisterUse>& uses,
                                                   std::size_t register_count) {
  constexpr std::uint32_t elsewhere = 0xffff'ffffU;
  struct Life {
    std::uint32_t line = elsewhere;  // the straight line of all that was seen so far
    std::uint32_t writes = 0;
    std::uint32_t last_read = 0;
    bool is_read = false;
    bool in_one_line = true;
  };
  std::vector<bool> is_target(uses.size() + 1);
  for (const RegisterUse& use : uses) {
    if (use.target) is_target[*use.target] = true;
    for (const std::uint32_t target : use.more_targets) is_target[target] = true;
  }
  std::vector<Life> lives(register_count);
  std::uint32_t line = 0;
  for (std::uint32_t i = 0; i < uses.size(); ++i) {
    if (is_target[i]) ++line;
    const auto see = [&](std::uint32_t reg, bool reads) {
      Life& life = lives[reg];
      if (life.line == elsewhere) life.in_one_line = !reads;  // read before it is written
      if (life.line != elsewhere && life.line != line) life.in_one_line = false;
      life.line = line;
      life.writes += reads ? 0 : 1;
      life.is_read = life.is_read || reads;
      if (reads) life.last_read = i;
    };
    for (const std::uint32_t reg : uses[i].reads) see(reg, true);
    for (const std::uint32_t reg : uses[i].writes) see(reg, false);
    if (uses[i].target || !uses[i].more_targets.empty() || uses[i].ends) ++line;
  }
  std::vector<std::vector<std::uint32_t>> result(uses.size());
  for (std::uint32_t reg = 0; reg < lives.size(); ++reg) {
    const Life& life = lives[reg];
    if (life.in_one_line && life.writes == 1 && life.is_read) result[life.last_read].push_back(reg);
  }
  return result;
}

std::vector<bool> reach_addresses(const std::vector<RegisterUse>& uses,
                                  std::size_t register_count) {
  std::vector<bool> reaches(register_count);
  for (const RegisterUse& use : uses) {
    for (const std::uint32_t r : use.addresses) reaches[r] = true;
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (auto use = uses.rbegin(); use != uses.rend(); ++use) {
      if (std::ranges::none_of(use->writes, [&](std::uint32_t r) { return reaches[r]; })) continue;
      for (const std::uint32_t r : use->reads) {
        changed = changed || !reaches[r];
        reaches[r] = true;
      }
    }
  }
  return reaches;
}

std::vector<std::uint32_t> register_slots(const std::vector<RegisterUse>& uses,
                                          const std::vector<std::uint32_t>& sizes) {
  constexpr std::uint32_t none = 0xffff'ffffU;
  const std::vector<std::vector<std::uint32_t>> lasts = last_reads(uses, sizes.size());
  std::vector<bool> shares(sizes.size());
  for (const std::vector<std::uint32_t>& registers : lasts) {
    for (const std::uint32_t r : registers) shares[r] = sizes[r] != 0;
  }
  for (const RegisterUse& use : uses) {
    if (!use.may_skip) continue;
    for (const std::uint32_t r : use.writes) shares[r] = false;
  }
  std::vector<std::uint32_t> slots(sizes.size(), none);
  std::uint32_t count = 0;
  std::map<std::uint32_t, std::vector<std::uint32_t>> free;  // by size
  for (std::size_t i = 0; i < uses.size(); ++i) {
    for (const std::uint32_t r : uses[i].writes) {
      if (!shares[r]) continue;
      std::vector<std::uint32_t>& same_size = free[sizes[r]];
      if (same_size.empty()) same_size.push_back(count++);
      slots[r] = same_size.back();
      same_size.pop_back();
    }
    // Only now: one part of an instruction may write before another part reads.
    for (const std::uint32_t r : lasts[i]) {
      if (shares[r]) free[sizes[r]].push_back(slots[r]);
    }
  }
  for (std::uint32_t& slot : slots) {
    if (slot == none) slot = count++;
  }
  return slots;
}

}  // namespace lanescope::exec
