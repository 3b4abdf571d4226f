// Lines of a given width out of spans of text.
#pragma once

#include <string>
#include <vector>

#include "viz/scene/line_break.h"
#include "viz/scene/prose.h"

namespace lanescope::scene {

// A stretch of one line that is drawn at once. Pixels, from the line's left end.
struct ProseRun {
  std::string text;
  float x = 0;
  float w = 0;  // of a code span: with the ground around it
  bool strong = false, emphasis = false, code = false;
};
struct LaidLine {
  std::vector<ProseRun> runs;
  float w = 0;
};

struct LineLook {
  float size = 14;  // pixels
  bool bold = false;
};
[[nodiscard]] FontRole font_of(const ProseRun& run, const LineLook& look);
[[nodiscard]] float size_of(const ProseRun& run, const LineLook& look);
// On either side of a code span, inside of its ground.
[[nodiscard]] float code_padding(const LineLook& look);

// Breaks at blanks, and beside any Chinese character but before what closes (，。）) or after what
// opens (（《). A word wider than the line is broken anywhere.
[[nodiscard]] std::vector<LaidLine> laid_lines(const ProseLine& spans, const Style& style,
                                               const LineLook& look, float width);

// The widest piece that is not broken, and all of it on one line.
struct LineWidths {
  float least = 0, natural = 0;
};
[[nodiscard]] LineWidths line_widths(const ProseLine& spans, const Style& style,
                                     const LineLook& look);

}  // namespace lanescope::scene
