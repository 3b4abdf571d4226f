// The tree of launches, from a run's report.
#pragma once

#include "app/session/export/table.h"
#include "sim/report/report.h"
#include "viz/picture/launches/launches.h"

namespace lanescope::app {

[[nodiscard]] picture::LaunchesInput launches_input(const report::Report& report);
// One row for each group of launches, the host's first.
[[nodiscard]] Table launches_table(const report::Report& report);

// `report`: nullptr before the first run.
[[nodiscard]] picture::DrawList launches_picture(const report::Report* report,
                                                 const picture::Style& style, float width,
                                                 float height);

}  // namespace lanescope::app
