// Which line of the kernel's text stands at the top of its panel. No window in it.
#pragma once

namespace lanescope::app {

class CodeScroll {
 public:
  // The line at the top, from 1. Goes to `followed` (0: nothing to follow) whenever that, the
  // text's length or the room for it has changed; in between the wheel moves freely.
  int first_line(int followed, int line_count, int visible, int wheel_lines);

 private:
  int first_line_ = 1;
  // What the view last went to, and with how much text and room.
  int followed_ = 0;
  int line_count_ = 0;
  int visible_ = 0;
};

}  // namespace lanescope::app
