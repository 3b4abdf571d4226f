#include "app/session/course/occupancy_facts.h"

namespace lanescope::app {

std::optional<OccupancyFacts> occupancy_facts(const Outcome& /*outcome*/,
                                              const std::string& /*machine*/) {
  return std::nullopt;
}

}  // namespace lanescope::app
