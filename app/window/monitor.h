// The monitor, as far as the first start asks about it.
#pragma once

namespace lanescope::app {

// What the system says of the monitor that the window will be on.
struct MonitorFacts {
  int width = 0, height = 0;  // screen coordinates
  float content_scale = 1;    // by which the system enlarges everything
};

}  // namespace lanescope::app
