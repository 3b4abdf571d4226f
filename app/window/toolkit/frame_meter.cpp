#include "app/window/toolkit/frame_meter.h"

#include <algorithm>
#include <ctime>
#include <vector>

namespace lanescope::app {

double thread_time_ms() {
#ifdef CLOCK_THREAD_CPUTIME_ID
  timespec now{};
  if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) == 0)
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
#endif
  return 0;
}

void FrameMeter::add(std::string_view view, const FrameCost& cost) {
  if (view != view_) {
    view_ = view;
    count_ = 0;
    next_ = 0;
  }
  costs_[next_] = cost;
  next_ = (next_ + 1) % kept;
  count_ = std::min(count_ + 1, kept);
}

FrameCost FrameMeter::median() const {
  if (count_ == 0) return {};
  const auto middle_of = [&](double FrameCost::*part) {
    std::vector<double> values;
    for (std::size_t i = 0; i < count_; ++i) values.push_back(costs_[i].*part);
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(count_ / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
  };
  return {middle_of(&FrameCost::ui_ms), middle_of(&FrameCost::draw_ms)};
}

FrameCost FrameMeter::largest() const {
  FrameCost largest;
  for (std::size_t i = 0; i < count_; ++i) {
    largest.ui_ms = std::max(largest.ui_ms, costs_[i].ui_ms);
    largest.draw_ms = std::max(largest.draw_ms, costs_[i].draw_ms);
  }
  return largest;
}

}  // namespace lanescope::app
