#include "viz/picture/core/labels.h"

namespace lanescope::picture {

bool Labels::put(const Label& label) {
  const Rect bounds = canvas_.bounds(label);
  const Rect ink{bounds.x, bounds.y + bounds.h * 0.12F, bounds.w, bounds.h * 0.76F};
  for (const Rect& other : taken_) {
    if (ink.overlaps(other)) return false;
  }
  if (!canvas_.label(label)) return false;
  const float gap = canvas_.px(3);
  taken_.push_back({ink.x - gap, ink.y, ink.w + 2 * gap, ink.h});
  return true;
}

bool Labels::put_fitted(Label label, float width) {
  label.text = fitted(canvas_.style(), label.font, label.size, label.text, width);
  return !label.text.empty() && put(label);
}

}  // namespace lanescope::picture
