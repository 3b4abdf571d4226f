#include "app/window/panels/base/path_completion.h"

#include <utility>

namespace lanescope::app {

bool PathCompletion::follow(const std::string& typed, bool anew) {
  bool changed = std::exchange(typed_, typed) != typed;
  if (reading_.finished()) {
    listing_ = reading_.take();
    is_read_ = true;
    changed = true;
  }
  const std::string folder = split_path(typed).folder;
  const bool is_other = !is_read_ || listing_.folder != folder;
  // A folder that doesn't answer keeps the next one waiting, not the window.
  if ((is_other || anew) && !reading_.running())
    reading_.start([folder] { return list_folder(folder); }, wake_);
  if (changed) entries_ = entries_for(listing_, typed);
  return changed;
}

void PathCompletion::wait(const std::string& typed) {
  follow(typed);
  for (int i = 0; i < 2 && reading_.running(); ++i) {  // the folder before, then this one
    listing_ = reading_.take();
    is_read_ = true;
    follow(typed);
  }
  entries_ = entries_for(listing_, typed);
}

}  // namespace lanescope::app
