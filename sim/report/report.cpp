#include "sim/report/report.h"

#include "sim/launch/thread_index.h"

namespace lanescope::report {

double Activity::active_lanes() const {
  if (executions == 0) return 0.0;
  return static_cast<double>(lanes) / static_cast<double>(executions);
}

std::uint32_t Report::warps_per_block() const { return launch::warps_in(block); }

}  // namespace lanescope::report
