// Everything a view has to know about how, as against what, it draws.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "viz/scene/draw_list.h"
#include "viz/scene/palette.h"
#include "viz/text/texts.h"

namespace lanescope::scene {

// Width in device pixels of one line of text in the font of that role, `size` device pixels high.
using MeasureText = std::function<float(FontRole font, float size, std::string_view text)>;

struct Style {
  Palette palette = palette_for(Theme::dark);
  float scale = 1;                     // device pixels a unit: 0.75 to 2.5, times the screen's own
  MeasureText measure;                 // must be set
  const text::Texts* texts = nullptr;  // must be set; outlives the call
};

// The text, cut with an ellipsis where it is wider than `width`; empty when not even that fits.
[[nodiscard]] std::string fitted(const Style& style, FontRole font, float size,
                                 std::string_view text, float width);

// A measure for where there are no fonts (tests, the command line): advances typical of Inter,
// JetBrains Mono and a full-width CJK face.
[[nodiscard]] float typical_text_width(FontRole font, float size, std::string_view text);

}  // namespace lanescope::scene
