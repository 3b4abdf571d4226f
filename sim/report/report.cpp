#include "sim/report/report.h"

namespace lanescope::report {

double Activity::active_lanes() const {
  if (executions == 0) return 0.0;
  return static_cast<double>(lanes) / static_cast<double>(executions);
}

std::uint32_t Report::warps_per_block() const { return (block[0] * block[1] * block[2] + 31) / 32; }

}  // namespace lanescope::report
