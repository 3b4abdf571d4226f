#include "sim/exec/decode/expected_loads.h"

#include <algorithm>
#include <iterator>
#include <set>

#include "sim/exec/program/program.h"

namespace lanescope::exec {
namespace {

// The rows that contain the compare operand of a compare-and-swap, and the rows it is computed
// from.
std::set<std::uint32_t> rows_expected(const Program& program, const AtomicInstruction& swap) {
  std::set<std::uint32_t> rows;
  const auto add = [&](Row row) {
    return row.exists() && !row.is_constant() && rows.insert(row.value).second;
  };
  for (const Row row : swap.operands) add(row);
  for (bool changed = !rows.empty(); changed;) {
    changed = false;
    for (const Instruction& in : program.code) {
      if (in.flow != Flow::compute || !rows.contains(in.d.value)) continue;
      for (const Row row : {in.a, in.b, in.c}) changed = add(row) || changed;
    }
  }
  return rows;
}

// Whether both access the same place, as far as known: through the same register, or with an
// address computed from the same variables and parameters.
bool at_one_place(const MemoryInstruction& load, const MemoryInstruction& swap,
                  const std::vector<AddressOrigin>& origins) {
  if (load.address.value == swap.address.value && load.offset == swap.offset) return true;
  const AddressOrigin& from = origins[load.site];
  const AddressOrigin& to = origins[swap.site];
  return !from.lost && !to.lost && !from.constants.empty() && from.constants == to.constants;
}

}  // namespace

std::vector<std::uint32_t> expected_loads(const Program& program,
                                          const std::vector<AddressOrigin>& origins) {
  std::set<std::uint32_t> loads;
  for (const MemoryInstruction& swap : program.memory) {
    if (swap.atomic != AtomicKind::cas) continue;
    const std::set<std::uint32_t> rows = rows_expected(program, program.atomics[swap.atomics]);
    for (std::uint32_t i = 0; i < program.memory.size(); ++i) {
      const MemoryInstruction& in = program.memory[i];
      const bool is_expected =
          in.op == memory::Op::load && at_one_place(in, swap, origins) &&
          std::any_of(std::begin(in.registers), std::end(in.registers),
                      [&](Row row) { return row.exists() && rows.contains(row.value); });
      if (is_expected) loads.insert(i);
    }
  }
  return {loads.begin(), loads.end()};
}

}  // namespace lanescope::exec
