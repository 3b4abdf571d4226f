// How far content that is higher than its area has been moved up, and the rail that says so.
#pragma once

#include <utility>

#include "app/window/ui.h"

namespace lanescope::app {

class Scroll {
 public:
  // Takes what wheel and keys asked for since the last frame; returns the pixels that content of
  // `height` in `area` is to be moved up by.
  float begin(Ui& ui, const Rect& area, float height);
  // At the area's right edge; nothing where everything fits.
  void draw_rail(Ui& ui, const Rect& area, float height) const;
  // By the keyboard, in steps of the wheel; negative goes up.
  void by(float steps) { steps_ += steps; }
  void to_top() { offset_ = 0; }
  // So that the content from `from` to `to` (pixels from its top) is within an area of `room`.
  void show(float from, float to, float room);
  [[nodiscard]] float offset() const { return offset_; }

 private:
  float offset_ = 0, steps_ = 0;
};

}  // namespace lanescope::app
