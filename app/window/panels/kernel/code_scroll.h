// Which line of the source is at the top of the code panel. Needs no window.
#pragma once

#include <string>
#include <vector>

namespace lanescope::app {

class CodeScroll {
 public:
  struct Followed {
    int line = 0;            // the chosen line; 0: none
    std::string at;          // the guide's open step
    std::vector<int> named;  // lines that the step names; read only when it opens
    std::string file{};      // the file that is shown: another one begins at its chosen line
  };

  // The step is not the one that was shown last.
  [[nodiscard]] bool opens(const std::string& at) const { return at != at_; }
  // The top line, from 1. When a step opens, it shows the lines that the step names, and the chosen
  // line if that fits, too. Otherwise it scrolls to the chosen line whenever that changes; to the
  // same lines when the number of lines or the visible height changes; in between only the wheel
  // scrolls. `second_rows`: of lines in sight that are too wide for one row.
  int first_line(const Followed& followed, int line_count, int visible, int wheel_lines,
                 int second_rows = 0);

 private:
  int first_line_ = 1;
  // Lines to show: as many as fit, the first ones before the others.
  std::vector<int> wanted_;
  // The values of the last call.
  int followed_ = 0;
  std::string at_, file_;
  int line_count_ = 0;
  int visible_ = 0;
};

}  // namespace lanescope::app
