#include "sim/report/collector.h"

#include <algorithm>
#include <bit>

#include "sim/memory/global.h"
#include "sim/memory/shared.h"

namespace lanescope::report {

using memory::Space;

namespace {

// The bits of an aligned access's base that affect its cost, for given steps. In global memory
// these are the bits within a line, because of sectors, segments and lines. In shared memory the
// base only rotates the banks (tests/memory/shared_test.cpp and machine_shared_test.cpp check
// this). One aligned address for all lanes costs the same everywhere.
std::uint64_t bits_that_cost(const exec::AffineAccessRecord& record, std::uint64_t shared_bits) {
  if ((record.step_x | record.step_y) == 0) return 0;
  return record.space == Space::shared ? shared_bits : memory::line_bytes - 1;
}

// If words 32 apart are served together, it matters which half of a run of 64 words they lie in.
std::uint64_t shared_bits_of(const memory::MemoryRules& machine) {
  const bool pairs = machine.shared == memory::SharedRule::paired_rows;
  return pairs ? 2 * memory::banks * memory::bank_bytes - 1 : memory::bank_bytes - 1;
}

}  // namespace

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

Collector::Collector(const exec::Program& program, std::optional<std::uint64_t> traced_block,
                     std::uint32_t warps_per_block, const memory::MemoryRules& machine)
    : program_(program),
      traced_block_(traced_block),
      warps_per_block_(warps_per_block),
      machine_(machine),
      shared_bits_(shared_bits_of(machine)),
      sites_(program.sites.size() * space_count),
      patterns_(program.sites.size()),
      copies_(program.sites.size()) {}

SiteCounts Collector::counts(std::size_t site, memory::Space space) const {
  SiteCounts sum = sites_[site * space_count + static_cast<std::size_t>(space)];
  for (const PricedPattern& pattern : patterns_[site].all) {
    if (pattern.space == space) sum.merge(sum_of(pattern));
  }
  return sum;
}

SiteCounts Collector::sum_of(const PricedPattern& pattern) {
  SiteCounts sum;
  sum.counts = pattern.cost.counts;
  sum.counts *= pattern.count;
  sum.lanes = pattern.count * memory::warp_lanes;
  sum.worst_ways = pattern.cost.ways;
  sum.worst_cost = pattern.cost.cost;
  sum.worst_block_index = pattern.first_block_index;
  sum.worst_at = pattern.first;
  return sum;
}

bool Collector::matches_pattern(const PricedPattern& pattern,
                                const exec::AffineAccessRecord& record) {
  return pattern.step_x == record.step_x && pattern.step_y == record.step_y &&
         pattern.offset == (record.base & pattern.same_bits) && pattern.space == record.space;
}

Collector::PricedPattern Collector::first_of(const exec::AffineAccessRecord& record) const {
  PricedPattern pattern;
  pattern.step_x = record.step_x;
  pattern.step_y = record.step_y;
  pattern.same_bits = bits_that_cost(record, shared_bits_);
  pattern.offset = record.base & pattern.same_bits;
  pattern.space = record.space;
  pattern.cost = price(record.written_out(), machine_);
  pattern.first_block_index = record.block_index;
  pattern.first = {record.block, record.warp};
  return pattern;
}

// Returns nullptr if the site already has the maximum number of entries.
Collector::PricedPattern* Collector::find_pattern(const exec::AffineAccessRecord& record) {
  PatternsOfSite& site = patterns_[record.site];
  PricedPattern*& recent =
      site.recent[(record.base & bits_that_cost(record, shared_bits_)) / 4 % site.recent.size()];
  if (recent != nullptr && matches_pattern(*recent, record)) return recent;
  for (PricedPattern& pattern : site.all) {
    if (matches_pattern(pattern, record)) return recent = &pattern;
  }
  if (site.all.size() >= max_patterns) return nullptr;
  return recent = &site.all.emplace_back(first_of(record));
}

exec::AccessCounter Collector::on_affine_access(const exec::AffineAccessRecord& record) {
  PricedPattern* pattern = find_pattern(record);
  if (pattern == nullptr) {
    PricedPattern one = first_of(record);
    one.count = 1;
    sites_[record.site * space_count + static_cast<std::size_t>(record.space)].merge(sum_of(one));
    return {};
  }
  ++pattern->count;
  // Blocks come in ascending order, but warps of one block alternate. So only within the same block
  // can a later record have a lower warp.
  if (record.block_index != pattern->first_block_index) {
    // Repetitions are matched by their offset within 128 bytes only.
    if (pattern->same_bits >= memory::line_bytes) return {};
    return {&pattern->count, pattern->same_bits};
  }
  pattern->first.warp = std::min(pattern->first.warp, record.warp);
  return {};
}

WarpTrace& Collector::open_trace(const exec::Dim3& block, std::uint32_t warp) {
  if (traces_.empty()) {
    traces_.resize(warps_per_block_);
    for (std::uint32_t i = 0; i < warps_per_block_; ++i) traces_[i].position = {block, i};
  }
  return traces_[warp];
}

std::size_t Collector::max_traced_per_warp() const {
  return std::max<std::size_t>(max_traced_events / warps_per_block_, 64);
}

WarpTrace* Collector::trace_of(std::uint64_t block_index, const exec::Dim3& block,
                               std::uint32_t warp) {
  if (traced_block_ != block_index) return nullptr;
  WarpTrace& trace = open_trace(block, warp);
  if (trace.events.size() >= max_traced_per_warp()) {
    trace.truncated = true;
    return nullptr;
  }
  return &trace;
}

void Collector::on_access(const exec::AccessRecord& record) {
  const AccessCost cost = copies_.price(record, machine_);
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
  if (trace != nullptr) trace->events.push_back(access_event(record, cost, program_, machine_));
}

void Collector::on_barrier(const exec::BarrierRecord& record) {
  WarpTrace* trace = trace_of(record.block_index, record.block, record.warp);
  if (trace != nullptr) trace->events.push_back(barrier_event(record, program_));
}

void Collector::on_branch(const exec::BranchRecord& record) {
  WarpTrace& trace = open_trace(record.block, record.warp);
  if (trace.branches.size() >= max_traced_per_warp()) return;
  trace.branches.push_back({record.instruction, record.active, record.taken});
}

}  // namespace lanescope::report
