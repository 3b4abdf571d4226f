// Counts accesses as they happen, so that nothing but the looked-at block has to be kept. One
// collector a worker thread; merging them gives the same counts whoever ran which block.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sim/exec/observer.h"
#include "sim/exec/program.h"
#include "sim/report/report.h"

namespace lanescope::report {

inline constexpr int space_count = 4;

// What is known of one memory instruction in one space (a generic access may meet several).
struct SiteCounts {
  Counts counts;
  std::uint64_t lanes = 0;
  std::uint32_t worst_ways = 0;
  std::uint32_t worst_cost = 0;
  std::uint64_t worst_block_index = 0;
  WarpPlace worst_at;

  void merge(const SiteCounts& other);
};

// What one access costs, whatever its space.
struct AccessCost {
  Counts counts;           // requests == 1
  std::uint32_t cost = 0;  // sectors, or wavefronts
  std::uint32_t ideal = 0;
  std::uint32_t ways = 0;  // shared
};
[[nodiscard]] AccessCost price(const memory::WarpAccess& access);

class Collector final : public exec::Observer {
 public:
  // `traced_block`: the linear index of the block to keep in full; none: keep nothing.
  Collector(const exec::Program& program, std::optional<std::uint64_t> traced_block,
            std::uint32_t warps_per_block);

  void on_access(const exec::AccessRecord& record) override;
  void on_barrier(const exec::BarrierRecord& record) override;

  // Site `site` in `space`.
  [[nodiscard]] const SiteCounts& counts(std::size_t site, memory::Space space) const {
    return sites_[site * space_count + static_cast<std::size_t>(space)];
  }
  // One a warp of the traced block; empty when another worker ran it. Event::site is an index into
  // Program::sites.
  [[nodiscard]] std::vector<WarpTrace>& traces() { return traces_; }

 private:
  // The traced block's events in memory: about 300 bytes each.
  static constexpr std::size_t max_traced_events = 65'536;
  WarpTrace* trace_of(std::uint64_t block_index, const exec::Dim3& block, std::uint32_t warp);

  const exec::Program& program_;
  std::optional<std::uint64_t> traced_block_;
  std::uint32_t warps_per_block_;
  std::vector<SiteCounts> sites_;
  std::vector<WarpTrace> traces_;
};

}  // namespace lanescope::report
