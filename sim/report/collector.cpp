#include "sim/report/collector.h"

#include <algorithm>
#include <bit>

#include "sim/memory/global.h"
#include "sim/memory/other.h"
#include "sim/memory/shared.h"

namespace lanescope::report {

using memory::Space;

void SiteCounts::merge(const SiteCounts& other) {
  counts += other.counts;
  lanes += other.lanes;
  worst_ways = std::max(worst_ways, other.worst_ways);
  const bool earlier =
      other.worst_block_index < worst_block_index ||
      (other.worst_block_index == worst_block_index && other.worst_at.warp < worst_at.warp);
  if (other.worst_cost > worst_cost ||
      (other.worst_cost == worst_cost && other.worst_cost != 0 && earlier)) {
    worst_cost = other.worst_cost;
    worst_block_index = other.worst_block_index;
    worst_at = other.worst_at;
  }
}

AccessCost price(const memory::WarpAccess& access) {
  AccessCost result;
  Counts& counts = result.counts;
  counts.requests = 1;
  counts.bytes_requested = static_cast<std::uint64_t>(std::popcount(access.mask)) * access.bytes;
  switch (access.space) {
    case Space::global:
    case Space::local: {
      const memory::GlobalCost cost =
          access.space == Space::global ? memory::global_cost(access) : memory::local_cost(access);
      counts.sectors = cost.sectors;
      counts.ideal_sectors = cost.ideal_sectors;
      counts.tag_lookups = cost.tag_lookups;
      counts.bytes_used = cost.bytes_used;
      result.cost = cost.sectors;
      result.ideal = cost.ideal_sectors;
      break;
    }
    case Space::shared: {
      const memory::SharedCost cost = memory::shared_cost(access);
      counts.wavefronts = cost.wavefronts;
      counts.ideal_wavefronts = cost.ideal_wavefronts;
      counts.conflicts = cost.conflicts;
      result.cost = cost.wavefronts;
      result.ideal = cost.ideal_wavefronts;
      result.ways = cost.worst_ways;
      break;
    }
    case Space::constant:
      counts.wavefronts = memory::constant_transactions(access);
      counts.ideal_wavefronts = 1;
      result.cost = static_cast<std::uint32_t>(counts.wavefronts);
      result.ideal = 1;
      break;
  }
  return result;
}

Collector::Collector(const exec::Program& program, std::optional<std::uint64_t> traced_block,
                     std::uint32_t warps_per_block)
    : program_(program),
      traced_block_(traced_block),
      warps_per_block_(warps_per_block),
      sites_(program.sites.size() * space_count) {}

WarpTrace* Collector::trace_of(std::uint64_t block_index, const exec::Dim3& block,
                               std::uint32_t warp) {
  if (traced_block_ != block_index) return nullptr;
  if (traces_.empty()) {
    traces_.resize(warps_per_block_);
    for (std::uint32_t i = 0; i < warps_per_block_; ++i) traces_[i].place = {block, i};
  }
  WarpTrace& trace = traces_[warp];
  if (trace.events.size() >= std::max<std::size_t>(max_traced_events / warps_per_block_, 64)) {
    trace.truncated = true;
    return nullptr;
  }
  return &trace;
}

void Collector::on_access(const exec::AccessRecord& record) {
  const AccessCost cost = price(record.access);
  SiteCounts& site =
      sites_[record.site * space_count + static_cast<std::size_t>(record.access.space)];
  SiteCounts one;
  one.counts = cost.counts;
  one.lanes = static_cast<std::uint64_t>(std::popcount(record.access.mask));
  one.worst_ways = cost.ways;
  one.worst_cost = cost.cost;
  one.worst_block_index = record.block_index;
  one.worst_at = {record.block, record.warp};
  site.merge(one);

  WarpTrace* trace = trace_of(record.block_index, record.block, record.warp);
  if (trace == nullptr) return;
  Event event;
  event.kind = EventKind::access;
  event.site = record.site;
  event.place = program_.sites[record.site].place;
  event.access = record.access;
  event.cost = cost.cost;
  event.ideal = cost.ideal;
  event.ways = cost.ways;
  trace->events.push_back(std::move(event));
}

void Collector::on_barrier(const exec::BarrierRecord& record) {
  WarpTrace* trace = trace_of(record.block_index, record.block, record.warp);
  if (trace == nullptr) return;
  Event event;
  event.kind = EventKind::barrier;
  event.place = program_.places[record.instruction];
  trace->events.push_back(std::move(event));
}

}  // namespace lanescope::report
