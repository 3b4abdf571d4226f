// What stands beside a session on pages of its own.
#pragma once

#include "app/figures/launch_maps.h"
#include "app/figures/what.h"
#include "app/session/compare/comparison.h"
#include "app/session/steps/follower.h"

namespace lanescope::app {

// nullptr: there is none, and its pictures say so.
struct Beside {
  const LaunchMaps* maps = nullptr;
  const Comparison* comparison = nullptr;
  const StepsFollower* steps = nullptr;
  // What the page of that name shows is there, and of what `session` shows: a map with cells, both
  // sides, a recording. True for all others.
  [[nodiscard]] bool has(What what, const Session& session) const;
};

}  // namespace lanescope::app
