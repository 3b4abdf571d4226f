// The facts about the monitor that the start needs.
#pragma once

namespace lanescope::app {

// As reported by the system.
struct MonitorFacts {
  int width = 0, height = 0;  // screen coordinates
  float content_scale = 1;    // factor by which the system enlarges everything
  // What panels and docks leave for windows.
  int work_width = width, work_height = height;
};

}  // namespace lanescope::app
