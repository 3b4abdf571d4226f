#include "sim/exec/expected_loads.h"

#include <algorithm>
#include <iterator>
#include <set>

#include "sim/exec/program.h"

namespace lanescope::exec {
namespace {

// The rows that operands of compare-and-swaps are expected in, and what these are computed from.
std::set<std::uint32_t> rows_expected(const Program& program) {
  std::set<std::uint32_t> rows;
  const auto add = [&](Row row) {
    return row.exists() && !row.is_constant() && rows.insert(row.value).second;
  };
  for (const AtomicInstruction& atomic : program.atomics) {
    if (atomic.kind != AtomicKind::cas) continue;
    for (const Row row : atomic.operands) add(row);
  }
  for (bool changed = !rows.empty(); changed;) {
    changed = false;
    for (const Instruction& in : program.code) {
      if (in.flow != Flow::compute || !rows.contains(in.d.value)) continue;
      for (const Row row : {in.a, in.b, in.c}) changed = add(row) || changed;
    }
  }
  return rows;
}

}  // namespace

std::vector<std::uint32_t> expected_loads(const Program& program) {
  std::vector<std::uint32_t> loads;
  const std::set<std::uint32_t> rows = rows_expected(program);
  if (rows.empty()) return loads;
  for (std::uint32_t i = 0; i < program.memory.size(); ++i) {
    const MemoryInstruction& in = program.memory[i];
    const bool is_expected =
        in.op == memory::Op::load &&
        std::any_of(std::begin(in.registers), std::end(in.registers),
                    [&](Row row) { return row.exists() && rows.contains(row.value); });
    if (is_expected) loads.push_back(i);
  }
  return loads;
}

}  // namespace lanescope::exec
