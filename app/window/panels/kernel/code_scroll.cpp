#include "app/window/panels/kernel/code_scroll.h"

#include <algorithm>

#include "viz/picture/kernel/code.h"

namespace lanescope::app {

int CodeScroll::first_line(int followed, int line_count, int visible, int wheel_lines) {
  if (followed != followed_ || line_count != line_count_ || visible != visible_) {
    followed_ = followed;
    line_count_ = line_count;
    visible_ = visible;
    first_line_ = picture::first_visible_line(first_line_, followed, line_count, visible);
  }
  first_line_ = std::clamp(first_line_ + wheel_lines, 1, std::max(1, line_count - visible + 1));
  return first_line_;
}

}  // namespace lanescope::app
