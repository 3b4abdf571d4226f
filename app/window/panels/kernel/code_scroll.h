// Which line of the source is at the top of the code panel. Needs no window.
#pragma once

namespace lanescope::app {

class CodeScroll {
 public:
  // The top line, from 1. Scrolls to `followed` (0: none) whenever that, the number of lines or the
  // visible height changes; in between only the wheel scrolls.
  int first_line(int followed, int line_count, int visible, int wheel_lines);

 private:
  int first_line_ = 1;
  // The values of the last call.
  int followed_ = 0;
  int line_count_ = 0;
  int visible_ = 0;
};

}  // namespace lanescope::app
