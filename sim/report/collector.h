// Counts accesses as they happen, so only the traced block has to be stored. There is one collector
// per worker thread. Merging them gives the same counts, whichever worker ran which block.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "sim/exec/program/program.h"
#include "sim/exec/state/observer.h"
#include "sim/memory/memory_rules.h"
#include "sim/report/access_cost.h"
#include "sim/report/report.h"

namespace lanescope::report {

inline constexpr int space_count = 4;

// Whether tables list a site under `space`, where it made this many requests. A site that never ran
// is listed under the space that its instruction names.
[[nodiscard]] inline bool is_listed(const exec::SiteInfo& site, memory::Space space,
                                    std::uint64_t requests) {
  return requests != 0 || (space == site.space && !site.is_generic);
}

// The counts of one memory instruction in one space. A generic access may use several spaces.
struct SiteCounts {
  Counts counts;
  std::uint64_t lanes = 0;
  std::uint32_t worst_ways = 0;
  std::uint32_t worst_cost = 0;
  std::uint64_t worst_block_index = 0;
  WarpPosition worst_at;

  void merge(const SiteCounts& other);
};

class Collector final : public exec::Observer {
 public:
  // `traced_block`: linear index of the block whose accesses are stored; empty: store none.
  // `machine`: the memory rules.
  Collector(const exec::Program& program, std::optional<std::uint64_t> traced_block,
            std::uint32_t warps_per_block, const memory::MemoryRules& machine = {});

  void on_access(const exec::AccessRecord& record) override;
  [[nodiscard]] bool wants_addresses(std::uint64_t block_index) const override {
    return traced_block_ == block_index;
  }
  exec::AccessCounter on_affine_access(const exec::AffineAccessRecord& record) override;
  void on_barrier(const exec::BarrierRecord& record) override;
  [[nodiscard]] bool wants_branches(std::uint64_t block_index) const override {
    return traced_block_ == block_index;
  }
  void on_branch(const exec::BranchRecord& record) override;

  // The counts of site `site` in `space`.
  [[nodiscard]] SiteCounts counts(std::size_t site, memory::Space space) const;
  // One trace per warp of the traced block; empty if another worker ran it. Event::site is an index
  // into Program::sites, BranchStep::branch one into Program::code.
  [[nodiscard]] std::vector<WarpTrace>& traces() { return traces_; }

 private:
  // Upper limit for the traced block's events: each takes about 300 bytes.
  static constexpr std::size_t max_traced_events = 65'536;
  // Accesses with the same cost: equal in site, space, steps and offset within 128 bytes. The first
  // is priced, the others are only counted.
  struct PricedPattern {
    std::uint64_t count = 0;
    std::uint64_t step_x = 0;
    std::uint64_t step_y = 0;
    std::uint64_t same_bits = 127;  // bits of the base that affect the cost
    std::uint64_t offset = 0;       // their value
    memory::Space space = memory::Space::global;
    AccessCost cost;
    std::uint64_t first_block_index = 0;
    WarpPosition first;  // the first access by block and warp
  };
  // The patterns of one site. Elements never move, because others keep pointers to their counters.
  struct PatternsOfSite {
    std::deque<PricedPattern> all;
    std::array<PricedPattern*, 32> recent{};  // indexed by offset / 4, modulo the size
  };
  // At most this many patterns per site: more than there are offsets in 128 bytes.
  static constexpr std::size_t max_patterns = 256;
  static SiteCounts sum_of(const PricedPattern& pattern);
  static bool matches_pattern(const PricedPattern& pattern, const exec::AffineAccessRecord& record);
  [[nodiscard]] PricedPattern first_of(const exec::AffineAccessRecord& record) const;
  PricedPattern* find_pattern(const exec::AffineAccessRecord& record);

  [[nodiscard]] std::size_t max_traced_per_warp() const;
  WarpTrace& open_trace(const exec::Dim3& block, std::uint32_t warp);
  WarpTrace* trace_of(std::uint64_t block_index, const exec::Dim3& block, std::uint32_t warp);

  const exec::Program& program_;
  std::optional<std::uint64_t> traced_block_;
  std::uint32_t warps_per_block_;
  memory::MemoryRules machine_;
  std::uint64_t shared_bits_;  // bits of an aligned access's base that affect its cost
  std::vector<SiteCounts> sites_;
  std::vector<PatternsOfSite> patterns_;  // one for each entry of Program::sites
  CopyPrices copies_;
  std::vector<WarpTrace> traces_;
};

}  // namespace lanescope::report
