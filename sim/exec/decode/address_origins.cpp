#include "sim/exec/decode/address_origins.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <unordered_map>

namespace lanescope::exec {
namespace {

// The origins of a row's value: a bit for each of the first 62 sources, and two special bits.
using SourceBits = std::uint64_t;
constexpr SourceBits lost = std::uint64_t{1} << 63;
constexpr SourceBits loaded_part = std::uint64_t{1} << 62;
constexpr std::size_t max_sources = 62;

class Analysis {
 public:
  explicit Analysis(const Program& program) : program_(program) {}

  std::vector<AddressOrigin> run() {
    start();
    for (bool changed = true; changed;) {
      changed = false;
      for (const Instruction& in : program_.code) changed = flow(in) || changed;
    }
    std::vector<AddressOrigin> result(program_.sites.size());
    for (const MemoryInstruction& in : program_.memory)
      result[in.site] = written_out(of(in.address));
    return result;
  }

 private:
  [[nodiscard]] SourceBits origin_of(std::uint32_t index) {
    const Constant& constant = program_.constants[index];
    const bool is_variable = constant.kind == Constant::Kind::variable ||
                             constant.kind == Constant::Kind::variable_generic;
    const bool is_pointer = constant.kind == Constant::Kind::parameter && constant.bytes_read == 8;
    if (constant.kind == Constant::Kind::special) {
      const auto special = static_cast<Special>(constant.value);
      return special == Special::grid_workspace_high || special == Special::grid_workspace_low
                 ? lost
                 : 0;
    }
    if (!is_variable && !is_pointer) return is_part_of_parameter(constant) ? loaded_part : 0;
    if (is_variable) {
      const ptx::StateSpace space = program_.variables[constant.index].space;
      if (space != ptx::StateSpace::global && space != ptx::StateSpace::shared) return lost;
    }
    if (sources_.size() == max_sources) return lost;
    sources_.push_back(index);
    return SourceBits{1} << (sources_.size() - 1);
  }

  // Whether the constant is a piece of a parameter that may contain a pointer: a structure, or a
  // vector of words.
  [[nodiscard]] bool is_part_of_parameter(const Constant& constant) const {
    if (constant.kind != Constant::Kind::parameter) return false;
    for (const ParameterInfo& parameter : program_.parameters) {
      if (constant.value >= parameter.offset &&
          constant.value - parameter.offset < parameter.bytes) {
        return parameter.bytes >= 8;
      }
    }
    return false;
  }

  void start() {
    for (std::uint32_t i = 0; i < program_.constants.size(); ++i)
      origins_[Row::constant_bit | program_.constants[i].offset] = origin_of(i);
    for (const SpecialRow& special : program_.special_rows) origins_[special.row.value] = 0;
    // Rows read before they are written hold 0.
    for (const Row row : program_.rows_to_clear) origins_.emplace(row.value, 0);
    // A row that no instruction here writes is written in a way that this analysis does not know.
    std::unordered_map<std::uint32_t, bool> written;
    for (const Instruction& in : program_.code) written[in.d.value] = true;
    for (const MemoryInstruction& in : program_.memory)
      for_results(in, [&](Row row, std::uint32_t) { written[row.value] = true; });
    for (const Instruction& in : program_.code) {
      for (const Row row : {in.a, in.b, in.c}) lose_if_unknown(row, written);
    }
    for (const MemoryInstruction& in : program_.memory) lose_if_unknown(in.address, written);
  }

  void lose_if_unknown(Row row, const std::unordered_map<std::uint32_t, bool>& written) {
    if (row.exists() && !written.contains(row.value)) origins_.emplace(row.value, lost);
  }

  [[nodiscard]] SourceBits of(Row row) const {
    if (!row.exists()) return 0;
    const auto found = origins_.find(row.value);
    return found == origins_.end() ? 0 : found->second;
  }

  bool add(Row row, SourceBits origin) {
    if (!row.exists()) return false;
    SourceBits& known = origins_[row.value];
    const SourceBits before = known;
    known |= origin;
    return known != before;
  }

  bool flow(const Instruction& in) {
    switch (in.flow) {
      case Flow::compute:
        return add(in.d, of(in.a) | of(in.b) | of(in.c));
      case Flow::memory: {
        const MemoryInstruction& access = program_.memory[in.index];
        bool changed = false;
        for_results(access, [&](Row row, std::uint32_t bytes) {
          changed = add(row, bytes >= 8 ? lost : loaded_part) || changed;
        });
        return changed;
      }
      case Flow::warp:
        return add(in.d, lost);
      default:
        return false;
    }
  }

  // Calls f for the registers that a load or an atomic operation writes, with their bytes per lane.
  template <class F>
  void for_results(const MemoryInstruction& in, F f) const {
    if (in.op == memory::Op::load) {
      for (std::size_t i = 0; i < 4; ++i) {
        if (in.registers[i].exists()) f(in.registers[i], in.register_bytes[i]);
      }
    } else if (in.atomic != AtomicKind::none) {
      const AtomicInstruction& atomic = program_.atomics[in.atomic_index];
      for (const Row row : atomic.results) {
        if (row.exists()) f(row, atomic.element_bytes);
      }
    }
  }

  [[nodiscard]] AddressOrigin written_out(SourceBits origin) const {
    AddressOrigin result;
    result.lost = (origin & lost) != 0;
    result.loaded_part = (origin & loaded_part) != 0;
    for (std::size_t i = 0; i < sources_.size(); ++i) {
      if ((origin >> i & 1) != 0) result.constants.push_back(sources_[i]);
    }
    return result;
  }

  const Program& program_;
  std::vector<std::uint32_t> sources_;  // indices into Program::constants, in bit order
  std::unordered_map<std::uint32_t, SourceBits> origins_;
};

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

// Whether both access the same word, as far as known: through the same register, or with an
// address computed from the same variables and parameters.
bool access_one_word(const MemoryInstruction& load, const MemoryInstruction& swap,
                     const std::vector<AddressOrigin>& origins) {
  if (load.address.value == swap.address.value && load.offset == swap.offset) return true;
  const AddressOrigin& from = origins[load.site];
  const AddressOrigin& to = origins[swap.site];
  return !from.lost && !to.lost && !from.constants.empty() && from.constants == to.constants;
}

}  // namespace

std::vector<AddressOrigin> address_origins(const Program& program) {
  return Analysis(program).run();
}

std::vector<std::uint32_t> expected_loads(const Program& program) {
  std::set<std::uint32_t> loads;
  for (const MemoryInstruction& swap : program.memory) {
    if (swap.atomic != AtomicKind::cas) continue;
    const std::set<std::uint32_t> rows = rows_expected(program, program.atomics[swap.atomic_index]);
    for (std::uint32_t i = 0; i < program.memory.size(); ++i) {
      const MemoryInstruction& in = program.memory[i];
      const bool is_expected =
          in.op == memory::Op::load && access_one_word(in, swap, program.address_origins) &&
          std::any_of(std::begin(in.registers), std::end(in.registers),
                      [&](Row row) { return row.exists() && rows.contains(row.value); });
      if (is_expected) loads.insert(i);
    }
  }
  return {loads.begin(), loads.end()};
}

}  // namespace lanescope::exec
