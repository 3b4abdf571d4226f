// Everything a view needs to know about how to draw: palette, scale, text widths, language.
#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <string_view>

#include "viz/picture/core/draw_list.h"
#include "viz/picture/core/palette.h"
#include "viz/text/texts.h"

namespace lanescope::picture {

// Width in device pixels of one line of text in that font, `size` device pixels high.
using MeasureText = std::function<float(FontRole font, float size, std::string_view text)>;

struct Style {
  Palette palette = palette_for(Theme::dark);
  float scale = 1;      // device pixels per unit: 0.75 to 2.5, times the screen's own scale
  MeasureText measure;  // must be set
  const text::Texts* texts = nullptr;  // must be set; outlives the call
};

// The text, cut with an ellipsis if it is wider than `width`; empty if not even the ellipsis fits.
[[nodiscard]] std::string fitted(const Style& style, FontRole font, float size,
                                 std::string_view text, float width);

// As many of the text's parts, which " · " separates, as fit: a key whose meaning is cut off helps
// nobody. The first part is fitted().
[[nodiscard]] std::string whole_parts(const Style& style, FontRole font, float size,
                                      std::string_view text, float width);

// Text widths without fonts (tests, the command line): typical advances of Inter, JetBrains Mono
// and a full-width CJK face.
[[nodiscard]] float typical_text_width(FontRole font, float size, std::string_view text);

// Enlarges pages whose text has one size and whose content does not grow with the room: where room
// is left, the whole page is drawn larger, so that it can be read from further away.

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

// The first of `shown` neighbours among `all`, with `chosen` in their middle as far as the ends
// allow. `shown` is at most `all`.
template <class Index>
[[nodiscard]] constexpr Index first_around(Index chosen, Index all, Index shown) {
  const Index half = shown / 2;
  return std::min(chosen > half ? chosen - half : Index{0}, all - shown);
}

}  // namespace lanescope::picture
