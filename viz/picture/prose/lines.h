// Breaks spans of text into lines of a given width.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "viz/picture/core/line_break.h"
#include "viz/picture/prose/prose.h"

namespace lanescope::picture {

// A part of a line in one style. Pixels, from the line's left end.
struct ProseRun {
  std::string text;
  float x = 0;
  float w = 0;  // of a code span: including its background
  bool strong = false, code = false;
  std::optional<std::size_t> term;
};
struct LaidLine {
  std::vector<ProseRun> runs;
  float w = 0;
};

struct LineStyle {
  float size = 14;  // pixels
  bool bold = false;
};
[[nodiscard]] FontRole font_of(const ProseRun& run, const LineStyle& line_style);
[[nodiscard]] float size_of(const ProseRun& run, const LineStyle& line_style);
// Padding on either side of a code span, inside its background.
[[nodiscard]] float code_padding(const LineStyle& line_style);

// Breaks at blanks, and next to Chinese characters, but not before closing signs (，。）) or after
// opening ones (（《). A word wider than the line is broken anywhere.
[[nodiscard]] std::vector<LaidLine> laid_lines(const ProseLine& spans, const Style& style,
                                               const LineStyle& line_style, float width);

// Width of the widest unbreakable piece, and of everything on one line.
struct LineWidths {
  float least = 0, natural = 0;
};
[[nodiscard]] LineWidths line_widths(const ProseLine& spans, const Style& style,
                                     const LineStyle& line_style);

}  // namespace lanescope::picture
