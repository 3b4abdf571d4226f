// Where things are while a lecture is on: one line of words, the picture, one line of facts. Pure
// arithmetic, as in layout.h.
#pragma once

#include "app/window/layout.h"

namespace lanescope::app {

struct LectureLayout {
  scene::Rect caption, question, facts;
  Layout panels;  // the page's own place; all others are of no size
};

// `question_height`: pixels that its words want; 0: nothing is asked. The picture keeps more than
// half of the height.
[[nodiscard]] LectureLayout lecture_layout_for(const LayoutInput& input, float question_height);

// Device pixels a unit: everything grows with the picture, so that the last row of a hall reads as
// much of a small screen as of a large one. `percent`: the text scale that the user has chosen, of
// which `percent_before` was there when the lecture began.
[[nodiscard]] float lecture_scale(int width, int height, int percent, int percent_before);

}  // namespace lanescope::app
