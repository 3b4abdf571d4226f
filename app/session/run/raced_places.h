// A watched run that also says where the launch raced in global memory.
#pragma once

#include <vector>

#include "app/session/run/run.h"
#include "sim/diagnostics/diagnostic.h"

namespace lanescope::app {

// As run_watched(). `raced` becomes the races in global memory with their places, as far as the
// request's checks look for them.
[[nodiscard]] tl::expected<OutcomePtr, Problem> run_watched(const RunRequest& request,
                                                            LaunchWatcher& watcher,
                                                            std::vector<Raced>& raced,
                                                            Progress* progress = nullptr,
                                                            std::stop_token stop = {});

}  // namespace lanescope::app
