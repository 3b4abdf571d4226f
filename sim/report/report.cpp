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

std::uint32_t Report::warps_per_block() const { return (block[0] * block[1] * block[2] + 31) / 32; }

}  // namespace lanescope::report
