// The scroll offset of content that is higher than its area, and its rail.
#pragma once

#include <utility>

#include "app/window/toolkit/ui.h"

namespace lanescope::app {

class Scroll {
 public:
  // Applies the wheel and keys since the last frame. Returns the pixels by which content of
  // `height` is moved up in `area`.
  float begin(Ui& ui, const Rect& area, float height);
  // Draws the rail at the area's right edge; nothing if everything fits.
  void draw_rail(Ui& ui, const Rect& area, float height) const;
  // Scrolls by keyboard, in steps of the wheel; negative goes up.
  void by(float steps) { steps_ += steps; }
  void to_top() { offset_ = 0; }
  // Scrolls so that the content from `from` to `to` (pixels from its top) is visible in an area of
  // height `room`.
  void show(float from, float to, float room);
  [[nodiscard]] float offset() const { return offset_; }

 private:
  float offset_ = 0, steps_ = 0;
};

}  // namespace lanescope::app
