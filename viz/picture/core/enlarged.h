// Enlarges pages whose text has one size and whose content does not grow with the room: where room
// is left, the whole page is drawn larger, so that it can be read from further away.
#pragma once

#include <algorithm>

#include "viz/picture/core/draw_list.h"
#include "viz/picture/core/style.h"

namespace lanescope::picture {

inline constexpr int max_enlarged_percent = 140;

// The largest style for which `fits` holds, tried from `wanted` times the style's scale (at most
// `most_percent` of it) down in steps of 5 %. Returns the style itself if no larger one fits.
template <typename Fits>
[[nodiscard]] Style enlarged(const Style& style, float wanted, const Fits& fits,
                             int most_percent = max_enlarged_percent) {
  Style larger = style;
  const int most = static_cast<int>(std::min(wanted * 100, static_cast<float>(most_percent)));
  for (int percent = most / 5 * 5; percent > 100; percent -= 5) {
    larger.scale = style.scale * static_cast<float>(percent) / 100.0F;
    if (fits(larger)) return larger;
  }
  return style;
}

// True if both pictures show the same text and hit areas: nothing was omitted or cut.
[[nodiscard]] inline bool says_the_same(const DrawList& a, const DrawList& b) {
  return a.hits.size() == b.hits.size() &&
         std::ranges::equal(a.labels, b.labels, {}, &Label::text, &Label::text);
}

}  // namespace lanescope::picture
