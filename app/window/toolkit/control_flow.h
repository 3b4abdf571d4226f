// Places controls from left to right and wraps into the next row at the right edge. A panel goes
// through its controls twice: first only to count the rows, then to draw.
#pragma once

#include <algorithm>
#include <utility>

#include "app/window/toolkit/ui.h"

namespace lanescope::app {

class ControlFlow {
 public:
  // `row`: height of a row.
  ControlFlow(const Rect& area, float row, bool draws)
      : left_(area.x), right_(right_of(area)), top_(area.y), row_(row), draws_(draws), x_(area.x) {}

  // Reserves room for controls that must stay in one row: wraps if `w` does not fit.
  void begin(float w) {
    if (x_ > left_ && !has_room(w)) {
      x_ = left_;
      ++rows_;
    }
  }
  [[nodiscard]] bool has_room(float w) const { return x_ + w <= right_; }
  // The left edge of a control; the next one begins `space` behind it.
  [[nodiscard]] float take(float w, float space = 0) { return std::exchange(x_, x_ + w + space); }
  // Moves to the right end of the row.
  void to_right(float w) { x_ = std::max(x_, right_ - w); }
  [[nodiscard]] float middle() const { return top_ + row_ * (static_cast<float>(rows_) - 0.5F); }
  [[nodiscard]] bool draws() const { return draws_; }
  [[nodiscard]] int rows() const { return rows_; }

 private:
  float left_, right_, top_, row_;
  bool draws_;
  float x_;
  int rows_ = 1;
};

}  // namespace lanescope::app
