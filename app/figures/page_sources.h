// Page content that a session does not hold: the map, the comparison, the steps, the chosen thread.
#pragma once

#include "app/figures/figure_kind.h"
#include "app/figures/index_choice.h"
#include "app/figures/launch_maps.h"
#include "app/session/comparison.h"
#include "app/session/steps_follower.h"

namespace lanescope::app {

// A null pointer: not available, and its picture says so.
struct PageSources {
  const LaunchMaps* maps = nullptr;
  const Comparison* comparison = nullptr;
  const StepsFollower* steps = nullptr;
  const IndexChoice* index = nullptr;
  // True when page `what` has its content, up to date with `session`: a map with cells, both sides,
  // a recording. Always true for other pages.
  [[nodiscard]] bool has(FigureKind what, const Session& session) const;
};

}  // namespace lanescope::app
