// An access of a run, as the stage wants it.
#pragma once

#include "app/session/run.h"
#include "viz/scene/stage.h"

namespace lanescope::app {

// Everything but what somebody points at or walks to. `shared`: scene::shared_use() of the run's
// report, which takes a while for long traces.
[[nodiscard]] scene::StageInput stage_input(const Outcome& outcome, const report::Event& event,
                                            const scene::SharedUse& shared);

}  // namespace lanescope::app
