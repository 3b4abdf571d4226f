#include "app/window/toolkit/focus.h"

#include <algorithm>
#include <utility>

namespace lanescope::app {

void Focus::begin_frame() {
  order_ = std::exchange(being_built_, {});
  if (visible_ && !order_.empty() &&
      std::find(order_.begin(), order_.end(), current_) == order_.end()) {
    visible_ = false;  // the control no longer exists
    activated_ = false;
  }
}

bool Focus::offer(const std::string& id) {
  being_built_.push_back(id);
  return visible_ && id == current_;
}

bool Focus::takes_activation(const std::string& id) {
  return visible_ && id == current_ && std::exchange(activated_, false);
}

void Focus::move(int direction) {
  const std::vector<std::string>& order = being_built_.empty() ? order_ : being_built_;
  if (order.empty()) return;
  const auto found = std::find(order.begin(), order.end(), current_);
  const std::size_t count = order.size();
  std::size_t index = direction > 0 ? 0 : count - 1;
  if (visible_ && found != order.end()) {
    const auto at = static_cast<std::size_t>(found - order.begin());
    index = direction > 0 ? (at + 1) % count : (at + count - 1) % count;
  }
  current_ = order[index];
  visible_ = true;
}

}  // namespace lanescope::app
