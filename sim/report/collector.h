// Counts accesses as they happen, so that nothing but the looked-at block has to be kept. One
// collector a worker thread; merging them gives the same counts whoever ran which block.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "sim/exec/observer.h"
#include "sim/exec/program.h"
#include "sim/memory/machine.h"
#include "sim/report/copy_prices.h"
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
[[nodiscard]] AccessCost price(const memory::WarpAccess& access,
                               const memory::Machine& machine = {});

class Collector final : public exec::Observer {
 public:
  // `traced_block`: the linear index of the block to keep in full; none: keep nothing. `machine`:
  // by whose rules accesses are priced.
  Collector(const exec::Program& program, std::optional<std::uint64_t> traced_block,
            std::uint32_t warps_per_block, const memory::Machine& machine = {});

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

  // Site `site` in `space`.
  [[nodiscard]] SiteCounts counts(std::size_t site, memory::Space space) const;
  // One a warp of the traced block; empty when another worker ran it. Event::site is an index into
  // Program::sites, BranchStep::branch one into Program::code.
  [[nodiscard]] std::vector<WarpTrace>& traces() { return traces_; }

 private:
  // The traced block's events in memory: about 300 bytes each.
  static constexpr std::size_t max_traced_events = 65'536;
  // Accesses that cost the same: equal in site, space, steps and place within 128 bytes. The first
  // one is priced, the others are counted.
  struct Alike {
    std::uint64_t count = 0;
    std::uint64_t step_x = 0;
    std::uint64_t step_y = 0;
    std::uint64_t same_bits = 127;  // of the base: what decides the cost,
    std::uint64_t place = 0;        // and these bits
    memory::Space space = memory::Space::global;
    AccessCost cost;
    std::uint64_t first_block_index = 0;
    WarpPlace first;  // the first in order of block and warp
  };
  // Of one site. Elements never move: others count in them.
  struct AlikeOfSite {
    std::deque<Alike> all;
    std::array<Alike*, 32> recent{};  // by place / 4, around
  };
  static constexpr std::size_t max_alike = 256;  // of one site: more than places in 128 bytes
  static SiteCounts sum_of(const Alike& alike);
  static bool is_like(const Alike& alike, const exec::AffineAccessRecord& record);
  [[nodiscard]] Alike first_of(const exec::AffineAccessRecord& record) const;
  Alike* find_alike(const exec::AffineAccessRecord& record);

  AccessCost price_of(const exec::AccessRecord& record);
  [[nodiscard]] std::size_t traced_of_a_warp() const;
  WarpTrace& open_trace(const exec::Dim3& block, std::uint32_t warp);
  WarpTrace* trace_of(std::uint64_t block_index, const exec::Dim3& block, std::uint32_t warp);

  const exec::Program& program_;
  std::optional<std::uint64_t> traced_block_;
  std::uint32_t warps_per_block_;
  memory::Machine machine_;
  std::uint64_t shared_bits_;  // of an aligned access's base, that its cost depends on
  std::vector<SiteCounts> sites_;
  std::vector<AlikeOfSite> alike_;  // of Program::sites
  CopyPrices copies_;
  std::vector<WarpTrace> traces_;
};

}  // namespace lanescope::report
