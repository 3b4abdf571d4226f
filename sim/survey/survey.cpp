#include "sim/survey/survey.h"

#include <algorithm>
#include <tuple>

#include "sim/exec/state/observer.h"

namespace lanescope::survey {

bool ArraySurvey::operator==(const ArraySurvey& other) const {
  const auto parts = [](const ArraySurvey& a) {
    return std::tie(a.array.name, a.array.type, a.array.count, a.array.element_bytes, a.array.shape,
                    a.has_maps, a.reads, a.writes, a.first_warp, a.sector_moves, a.sector_used,
                    a.total_reads, a.total_writes, a.total_moves, a.total_used);
  };
  return parts(*this) == parts(other);
}

std::uint64_t sector_count(const report::ArrayInfo& array) {
  return (array.count * array.element_bytes + memory::sector_bytes - 1) / memory::sector_bytes;
}

double moved_per_used(const ArraySurvey& array, std::uint64_t sector) {
  if (sector >= array.sector_moves.size() || array.sector_moves[sector] == 0) return 0;
  const std::uint32_t used = sector < array.sector_used.size() ? array.sector_used[sector] : 0;
  if (used == 0) return std::numeric_limits<double>::infinity();
  return double{memory::sector_bytes} * array.sector_moves[sector] / used;
}

Cost& Cost::operator+=(const Cost& other) {
  requests += other.requests;
  global_sectors += other.global_sectors;
  global_ideal += other.global_ideal;
  shared_wavefronts += other.shared_wavefronts;
  shared_ideal += other.shared_ideal;
  local_sectors += other.local_sectors;
  local_ideal += other.local_ideal;
  constant_transactions += other.constant_transactions;
  constant_ideal += other.constant_ideal;
  branches += other.branches;
  divergent_branches += other.divergent_branches;
  return *this;
}

BankPattern bank_pattern(const memory::WarpAccess& access, const memory::AsyncCopy* copy,
                         const memory::MemoryRules& machine) {
  const memory::SharedSchedule schedule = copy != nullptr
                                              ? memory::async_copy_schedule(*copy)
                                              : memory::shared_schedule(access, machine);
  BankPattern pattern;
  pattern.wavefronts = static_cast<std::uint16_t>(schedule.cost.wavefronts);
  pattern.ideal = static_cast<std::uint16_t>(schedule.cost.ideal_wavefronts);
  pattern.ways = static_cast<std::uint16_t>(schedule.cost.worst_ways);
  for (const memory::Wavefront& wavefront : schedule.wavefronts) {
    for (const memory::ServedWord& word : wavefront.served) {
      std::uint8_t& words = pattern.words[word.bank];
      if (words != std::numeric_limits<std::uint8_t>::max()) ++words;
    }
  }
  return pattern;
}

WarpNumber Survey::warp_number(const Dim3& index, std::uint32_t warp) const {
  return static_cast<WarpNumber>(block_number(index) * warps_per_block + warp);
}

report::WarpPosition Survey::position_of(WarpNumber warp) const {
  return {block_index(warp / warps_per_block), warp % warps_per_block};
}

std::uint64_t Survey::block_number(const Dim3& index) const { return exec::number_of(index, grid); }

Dim3 Survey::block_index(std::uint64_t number) const { return exec::position_of(number, grid); }

namespace {

// The rows of the warps [first, end).
Survey::Range rows_between(const std::vector<SharedRow>& rows, std::uint64_t first,
                           std::uint64_t end) {
  const auto at = [&](std::uint64_t warp) {
    const auto found = std::ranges::lower_bound(
        rows, warp, {}, [](const SharedRow& row) { return std::uint64_t{row.warp}; });
    return static_cast<std::size_t>(found - rows.begin());
  };
  return {at(first), at(end)};
}

template <class T>
std::uint64_t bytes_of(const std::vector<T>& all) {
  return all.capacity() * sizeof(T);
}

}  // namespace

Survey::Range Survey::rows_of_warp(WarpNumber warp) const {
  return rows_between(rows, warp, std::uint64_t{warp} + 1);
}

Survey::Range Survey::rows_of_block(std::uint64_t number) const {
  return rows_between(rows, number * warps_per_block, (number + 1) * warps_per_block);
}

std::uint64_t Survey::memory_bytes() const {
  std::uint64_t bytes =
      bytes_of(blocks) + bytes_of(warps) + bytes_of(sites) + bytes_of(patterns) + bytes_of(rows);
  for (const ArraySurvey& array : arrays) {
    bytes += bytes_of(array.reads) + bytes_of(array.writes) + bytes_of(array.first_warp) +
             bytes_of(array.sector_moves) + bytes_of(array.sector_used);
  }
  return bytes;
}

}  // namespace lanescope::survey
