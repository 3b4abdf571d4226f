#include "app/figures/beside.h"

namespace lanescope::app {

bool Beside::has(What what, const Session& session) const {
  switch (what) {
    case What::map:
      return maps != nullptr && maps->surveys().is_current() && !maps->working() && maps->shown() &&
             maps->shown()->cells;
    case What::compare:
      return comparison != nullptr && comparison->compared() != nullptr;
    case What::steps:
      return steps != nullptr && steps->is_of(session);
    default:
      return true;
  }
}

}  // namespace lanescope::app
