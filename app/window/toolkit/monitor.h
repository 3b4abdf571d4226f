// The facts about the monitor that the first start needs.
#pragma once

namespace lanescope::app {

// As reported by the system.
struct MonitorFacts {
  int width = 0, height = 0;  // screen coordinates
  float content_scale = 1;    // factor by which the system enlarges everything
};

}  // namespace lanescope::app
