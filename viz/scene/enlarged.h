// Pages whose text has one size and whose content does not grow with the room: drawn larger where
// room is left, so that they are read from further away.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "viz/scene/draw_list.h"
#include "viz/scene/style.h"

namespace lanescope::scene {

inline constexpr int most_enlarged_percent = 140;

// The style at which `fits` holds, the largest of: `wanted` times its scale (at most 1.4 times),
// less in steps of 5 %; the style itself where none is larger.
template <typename Fits>
[[nodiscard]] Style enlarged(const Style& style, float wanted, const Fits& fits) {
  Style larger = style;
  const int most = static_cast<int>(std::min(wanted * 100, float{most_enlarged_percent}));
  for (int percent = most / 5 * 5; percent > 100; percent -= 5) {
    larger.scale = style.scale * static_cast<float>(percent) / 100.0F;
    if (fits(larger)) return larger;
  }
  return style;
}

// Whether both say the same: nothing was left out, and nothing cut.
[[nodiscard]] inline bool says_the_same(const DrawList& a, const DrawList& b) {
  return a.hits.size() == b.hits.size() &&
         std::ranges::equal(a.labels, b.labels, {}, &Label::text, &Label::text);
}

}  // namespace lanescope::scene
