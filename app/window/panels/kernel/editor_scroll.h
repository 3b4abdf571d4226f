// How far the editor's text is scrolled to the side. Needs no window.
#pragma once

#include <algorithm>

namespace lanescope::app {

inline constexpr float editor_cost_w = 60;  // units; the column of what the lines cost

// Pixels that are scrolled away, with the caret in sight. `caret`: from where its line begins.
// `width`: of the text that is seen, up to the column of the costs.
[[nodiscard]] inline float scrolled_to_caret(float left, float caret, float width, float margin) {
  margin = std::min(margin, width / 2);  // in a narrow panel
  if (caret - left > width - margin) left = caret - width + margin;
  if (caret - left < 0) left = std::max(caret - margin, 0.0F);
  return left;
}

}  // namespace lanescope::app
