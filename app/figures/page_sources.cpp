#include "app/figures/page_sources.h"

namespace lanescope::app {

bool PageSources::has(FigureKind what, const Session& session) const {
  switch (what) {
    case FigureKind::map:
      return maps != nullptr && maps->surveys().is_current() && !maps->working() && maps->shown() &&
             maps->shown()->cells;
    case FigureKind::compare:
      return comparison != nullptr && comparison->compared() != nullptr;
    case FigureKind::steps:
      return steps != nullptr && steps->is_of(session);
    default:
      return true;
  }
}

}  // namespace lanescope::app
