// Everything a view needs to know about how to draw: palette, scale, text widths, language.
#pragma once

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

// Text widths without fonts (tests, the command line): typical advances of Inter, JetBrains Mono
// and a full-width CJK face.
[[nodiscard]] float typical_text_width(FontRole font, float size, std::string_view text);

}  // namespace lanescope::picture
