// The costliest access of a launch that was emulated.
#pragma once

#include "kernels/launches/launches.h"
#include "sim/report/report.h"

namespace lanescope::launches {

[[nodiscard]] Worst worst_of(const report::Report& report);

}  // namespace lanescope::launches
