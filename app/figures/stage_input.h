// An access of a run as the stage's input.
#pragma once

#include "app/session/run/run.h"
#include "viz/picture/access/stage.h"

namespace lanescope::app {

// Everything except the hovered and stepped positions. `shared`: picture::shared_use() of the run's
// report, which is slow for long traces.
[[nodiscard]] picture::StageInput stage_input(const Outcome& outcome, const report::Event& event,
                                              const picture::SharedUse& shared);

}  // namespace lanescope::app
