#include "sim/report/report.h"

namespace lanescope::report {

Counts& Counts::operator+=(const Counts& other) {
  requests += other.requests;
  bytes_requested += other.bytes_requested;
  sectors += other.sectors;
  ideal_sectors += other.ideal_sectors;
  tag_lookups += other.tag_lookups;
  bytes_used += other.bytes_used;
  wavefronts += other.wavefronts;
  ideal_wavefronts += other.ideal_wavefronts;
  conflicts += other.conflicts;
  return *this;
}

Counts& Counts::operator*=(std::uint64_t times) {
  requests *= times;
  bytes_requested *= times;
  sectors *= times;
  ideal_sectors *= times;
  tag_lookups *= times;
  bytes_used *= times;
  wavefronts *= times;
  ideal_wavefronts *= times;
  conflicts *= times;
  return *this;
}

CostPair cost_pair(memory::Space space, const Counts& counts) {
  const bool banked = space == memory::Space::shared || space == memory::Space::constant;
  return banked ? CostPair{counts.wavefronts, counts.ideal_wavefronts}
                : CostPair{counts.sectors, counts.ideal_sectors};
}

double cost_ratio(memory::Space space, const Counts& counts) {
  const CostPair pair = cost_pair(space, counts);
  return pair.ideal == 0 ? 1.0 : static_cast<double>(pair.cost) / static_cast<double>(pair.ideal);
}

double efficiency(const Counts& counts) {
  if (counts.sectors == 0) return 1.0;
  return static_cast<double>(counts.bytes_used) / (32.0 * static_cast<double>(counts.sectors));
}

double branch_efficiency(std::uint64_t branches, std::uint64_t divergent) {
  if (branches == 0) return 1.0;
  return static_cast<double>(branches - divergent) / static_cast<double>(branches);
}

double warp_execution_efficiency(const Totals& totals) {
  if (totals.warp_instructions == 0) return 1.0;
  return static_cast<double>(totals.lanes) / (32.0 * static_cast<double>(totals.warp_instructions));
}

double Activity::active_lanes() const {
  if (executions == 0) return 0.0;
  return static_cast<double>(lanes) / static_cast<double>(executions);
}

std::uint32_t Report::warps_per_block() const { return (block[0] * block[1] * block[2] + 31) / 32; }

}  // namespace lanescope::report
