#include "sim/report/remarks.h"

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <utility>

namespace lanescope::report {
namespace {

using exec::Flow;
using exec::Instruction;
using exec::MemoryInstruction;
using exec::Program;
using exec::RunResult;

// A side of more instructions stays a branch: the greater of the two thresholds that the CUDA C
// Programming Guide 4.2 (5.4.2) gives for predication.
constexpr std::size_t max_predicated = 7;

// The lines for which one thing is said.
class Lines {
 public:
  void add(const SourcePlace& place, int ptx_line) {
    if (lines_.emplace(place.file, place.line).second && lines_.size() == 1) {
      first_.place = place;
      first_.ptx_line = ptx_line;
    }
  }
  void report(std::string message, std::vector<Diagnostic>& out) {
    if (lines_.empty()) return;
    first_.severity = Severity::note;
    first_.kind = DiagnosticKind::counted_in_ptx;
    first_.message = std::move(message);
    first_.count = lines_.size();
    out.push_back(std::move(first_));
  }

 private:
  std::set<std::pair<std::string, int>> lines_;
  Diagnostic first_;
};

bool is_plain(const Program& program, const Instruction& instruction, ptx::StateSpace space) {
  if (instruction.flow != Flow::memory) return false;
  const MemoryInstruction& access = program.memory[instruction.index];
  return (access.op == memory::Op::load || access.op == memory::Op::store) &&
         access.space == space && access.strength == exec::Strength::plain;
}

// Whether the address register of `other` gets a new value here.
bool overwrites(const Program& program, const Instruction& instruction,
                const MemoryInstruction& other) {
  if (instruction.flow == Flow::memory) {
    const MemoryInstruction& access = program.memory[instruction.index];
    return access.op != memory::Op::store &&
           std::ranges::any_of(access.registers,
                               [&](exec::Row row) { return row.value == other.address.value; });
  }
  return instruction.d.exists() && instruction.d.value == other.address.value;
}

// Whether they are the halves of one wider access, if its address, that of the lower one, is a
// multiple of its size.
bool are_halves(const MemoryInstruction& lower, const MemoryInstruction& upper) {
  return lower.op == upper.op && lower.address.value == upper.address.value &&
         lower.bytes == upper.bytes && lower.bytes < 16 &&
         upper.offset - lower.offset == lower.bytes;
}

// Where straight lines of code begin because a branch leads there.
std::vector<bool> targets_of(const Program& program) {
  std::vector<bool> is_target(program.code.size() + 1, false);
  for (const Instruction& instruction : program.code) {
    if (instruction.flow == Flow::branch) is_target[instruction.target] = true;
  }
  for (const auto& table : program.branch_tables) {
    for (const std::uint32_t target : table) is_target[target] = true;
  }
  return is_target;
}

void find_merged(const Program& program, const RunResult& result, const SharedBits& shared_bits,
                 Lines& lines) {
  std::vector<std::uint64_t> bits;  // empty: not asked yet
  const auto is_aligned = [&](const MemoryInstruction& lower) {
    if (bits.empty()) bits = shared_bits();
    return (bits[lower.site] & (2 * std::uint64_t{lower.bytes} - 1)) == 0;
  };
  const std::vector<bool> is_target = targets_of(program);
  std::vector<std::size_t> earlier;  // of this straight line, whose address registers still hold
  for (std::size_t i = 0; i < program.code.size(); ++i) {
    const Instruction& instruction = program.code[i];
    if (is_target[i] || instruction.flow >= Flow::branch) earlier.clear();
    const auto access_at = [&](std::size_t at) -> const MemoryInstruction& {
      return program.memory[program.code[at].index];
    };
    const bool is_candidate = is_plain(program, instruction, ptx::StateSpace::shared);
    if (is_candidate && result.profile[i].executions > 0) {
      for (const std::size_t other : earlier) {
        const MemoryInstruction &a = access_at(other), &b = access_at(i);
        const MemoryInstruction& lower = a.offset < b.offset ? a : b;
        if (!are_halves(lower, &lower == &a ? b : a) || !is_aligned(lower)) continue;
        for (const std::size_t each : {other, i})
          lines.add(program.sites[access_at(each).site].place, program.ptx_lines[each]);
      }
    }
    std::erase_if(earlier,
                  [&](std::size_t at) { return overwrites(program, instruction, access_at(at)); });
    if (is_candidate && !overwrites(program, instruction, access_at(i))) earlier.push_back(i);
  }
}

void find_constant_operands(const Program& program, const RunResult& result, Lines& lines) {
  for (std::size_t i = 0; i < program.code.size(); ++i) {
    if (!is_plain(program, program.code[i], ptx::StateSpace::constant)) continue;
    const MemoryInstruction& load = program.memory[program.code[i].index];
    const bool is_parameter = load.offset >= static_cast<std::int64_t>(exec::window_bytes);
    if (load.address.is_constant() && !is_parameter && result.profile[i].executions > 0)
      lines.add(program.sites[load.site].place, program.ptx_lines[i]);
  }
}

void find_predicated_branches(const Program& program, const RunResult& result, Lines& lines) {
  for (std::size_t i = 0; i < program.code.size(); ++i) {
    const Instruction& branch = program.code[i];
    if (branch.flow != Flow::branch || branch.target <= i || result.profile[i].divergent == 0)
      continue;
    std::size_t side = 0;
    bool is_straight = true;
    for (std::size_t at = i + 1; at < branch.target; ++at) {
      is_straight = is_straight && program.code[at].flow < Flow::branch;
      side += program.code[at].continues ? 0 : 1;
    }
    if (is_straight && side <= max_predicated) lines.add(program.places[i], program.ptx_lines[i]);
  }
}

}  // namespace

std::vector<Diagnostic> counted_in_ptx(const Program& program, const RunResult& result,
                                       const SharedBits& shared_bits) {
  std::vector<Diagnostic> notes;
  const auto find = [&](auto&& finder, const char* message) {
    Lines lines;
    finder(program, result, lines);
    lines.report(message, notes);
  };
  find([&](const Program& of, const RunResult& run,
           Lines& lines) { find_merged(of, run, shared_bits, lines); },
       "for a GPU, ptxas may merge loads or stores of neighbouring words of shared memory into one "
       "of 8 or 16 bytes; the requests and wavefronts here are those of the PTX, and a GPU's "
       "counters may show fewer");
  find(find_constant_operands,
       "for a GPU, ptxas may make a constant at a fixed address an operand of the instruction that "
       "uses it; a GPU's counters then show no load here");
  find(
      find_predicated_branches,
      "for a GPU, ptxas may make no branch of so short a side: its instructions get a predicate; a "
      "GPU's counters then show no divergent branch here, but just as many lanes are idle");
  return notes;
}

}  // namespace lanescope::report
