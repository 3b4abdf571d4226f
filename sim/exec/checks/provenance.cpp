#include "sim/exec/checks/provenance.h"

#include <algorithm>
#include <cstring>
#include <unordered_map>

namespace lanescope::exec {
namespace {

// What a row may hold: a bit for each of the first 62 arrays, and two more.
using Origin = std::uint64_t;
constexpr Origin lost = std::uint64_t{1} << 63;         // may be any pointer
constexpr Origin loaded_part = std::uint64_t{1} << 62;  // half a pointer, or an index
constexpr std::size_t max_arrays = 62;

class Analysis {
 public:
  explicit Analysis(const LaunchState& launch) : launch_(launch), program_(launch.program) {}

  std::vector<Provenance> run() {
    std::vector<Provenance> result(program_.sites.size());
    if (launch_.memory.arrays().size() > max_arrays) return result;
    start();
    for (bool changed = true; changed;) {
      changed = false;
      for (const Instruction& in : program_.code) changed = flow(in) || changed;
    }
    for (const MemoryInstruction& in : program_.memory)
      result[in.site] = provenance(of(in.address));
    return result;
  }

 private:
  [[nodiscard]] Origin array_at(std::uint64_t address) const {
    const GlobalMemory::Array* array = launch_.memory.find(address, 1);
    if (array == nullptr) return 0;
    return Origin{1} << (array - launch_.memory.arrays().data());
  }

  [[nodiscard]] Origin origin_of(const Constant& constant) const {
    switch (constant.kind) {
      case Constant::Kind::parameter: {
        if (constant.bytes_read != 8) return 0;
        std::uint64_t value = 0;
        std::memcpy(&value, launch_.parameters.data() + constant.value, 8);
        return array_at(value);
      }
      case Constant::Kind::variable:
      case Constant::Kind::variable_generic: {
        const ptx::StateSpace space = program_.variables[constant.index].space;
        if (space != ptx::StateSpace::global) return lost;
        std::uint64_t value = 0;
        std::memcpy(&value, launch_.constant_rows.data() + constant.offset,
                    std::min<std::size_t>(constant.lane_bytes, sizeof value));
        return array_at(value - constant.value);
      }
      default:
        return 0;
    }
  }

  void start() {
    for (const Constant& constant : program_.constants)
      origins_[Row::constant_bit | constant.offset] = origin_of(constant);
    for (const SpecialRow& special : program_.special_rows) origins_[special.row.value] = 0;
    // Read before they are written: they hold 0.
    for (const Row row : program_.rows_to_clear) origins_.emplace(row.value, 0);
    // A row that no instruction here writes is written in a way this analysis does not know.
    std::unordered_map<std::uint32_t, bool> written;
    for (const Instruction& in : program_.code) written[in.d.value] = true;
    for (const MemoryInstruction& in : program_.memory) {
      for (std::size_t i = 0; i < 4; ++i) {
        if (is_destination(in, i)) written[in.registers[i].value] = true;
      }
    }
    for (const Instruction& in : program_.code) {
      for (const Row row : {in.a, in.b, in.c}) lose_if_unknown(row, written);
    }
    for (const MemoryInstruction& in : program_.memory) lose_if_unknown(in.address, written);
  }

  void lose_if_unknown(Row row, const std::unordered_map<std::uint32_t, bool>& written) {
    if (row.exists() && !written.contains(row.value)) origins_.emplace(row.value, lost);
  }

  [[nodiscard]] Origin of(Row row) const {
    if (!row.exists()) return 0;
    const auto found = origins_.find(row.value);
    return found == origins_.end() ? 0 : found->second;
  }

  bool add(Row row, Origin origin) {
    if (!row.exists()) return false;
    Origin& known = origins_[row.value];
    const Origin before = known;
    known |= origin;
    return known != before;
  }

  bool flow(const Instruction& in) {
    switch (in.flow) {
      case Flow::compute:
        return add(in.d, of(in.a) | of(in.b) | of(in.c));
      case Flow::memory: {
        const MemoryInstruction& access = program_.memory[in.detail];
        bool changed = false;
        for (std::size_t i = 0; i < 4; ++i) {
          if (!is_destination(access, i)) continue;
          changed = add(access.registers[i], access.register_bytes[i] == 8 ? lost : loaded_part) ||
                    changed;
        }
        return changed;
      }
      case Flow::warp:
        return add(in.d, lost);
      default:
        return false;
    }
  }

  // `registers` are what a load fills; of an atomic, the second.
  static bool is_destination(const MemoryInstruction& in, std::size_t i) {
    if (in.op == memory::Op::load) return in.registers[i].exists();
    return in.op == memory::Op::atomic && i == 1 && in.registers[i].exists();
  }

  static Provenance provenance(Origin origin) {
    Provenance result;
    const Origin arrays = origin & ~(lost | loaded_part);
    if ((origin & lost) != 0 || (arrays == 0 && (origin & loaded_part) != 0)) return result;
    result.kind = arrays == 0 ? Provenance::Kind::none : Provenance::Kind::arrays;
    for (std::uint32_t i = 0; i < max_arrays; ++i) {
      if ((arrays >> i & 1) != 0) result.arrays.push_back(i);
    }
    return result;
  }

  const LaunchState& launch_;
  const Program& program_;
  std::unordered_map<std::uint32_t, Origin> origins_;
};

}  // namespace

std::vector<Provenance> provenance_of_sites(const LaunchState& launch) {
  return Analysis(launch).run();
}

}  // namespace lanescope::exec
