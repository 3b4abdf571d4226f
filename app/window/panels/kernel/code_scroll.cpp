#include "app/window/panels/kernel/code_scroll.h"

#include <algorithm>

#include "viz/picture/kernel/code.h"

namespace lanescope::app {
namespace {

picture::LineRange range_of(const std::vector<int>& lines, int visible) {
  picture::LineRange range;
  for (const int line : lines) {
    const picture::LineRange wider =
        range.first == 0
            ? picture::LineRange{line, line}
            : picture::LineRange{std::min(range.first, line), std::max(range.last, line)};
    if (range.first == 0 || wider.last - wider.first < visible) range = wider;
  }
  return range;
}

}  // namespace

int CodeScroll::first_line(const Followed& followed, int line_count, int visible, int wheel_lines,
                           int second_rows) {
  const bool opened = opens(followed.at);
  const bool moved = followed.line != followed_ || followed.file != file_;
  if (opened || moved || line_count != line_count_ || visible != visible_) {
    if (opened) {
      wanted_ = followed.named;
      // A chosen line that the step names comes before the other ones.
      const bool is_named =
          std::find(wanted_.begin(), wanted_.end(), followed.line) != wanted_.end();
      wanted_.insert(is_named ? wanted_.begin() : wanted_.end(), followed.line);
    } else if (moved) {
      wanted_ = {followed.line};
    }
    std::erase(wanted_, 0);
    followed_ = followed.line;
    file_ = followed.file;
    at_ = followed.at;
    line_count_ = line_count;
    visible_ = visible;
    first_line_ =
        picture::first_visible_line(first_line_, range_of(wanted_, visible), line_count, visible);
  }
  first_line_ =
      std::clamp(first_line_ + wheel_lines, 1, std::max(1, line_count + second_rows - visible + 1));
  return first_line_;
}

}  // namespace lanescope::app
