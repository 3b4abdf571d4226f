// The layout during a lecture: one line of words, the picture, one line of facts. Pure arithmetic,
// as in layout.h.
#pragma once

#include "app/window/toolkit/layout.h"

namespace lanescope::app {

struct LectureLayout {
  picture::Rect caption, question, facts;
  Layout panels;  // only the page shown has a size
};

// `question_height`: wanted height of the question in pixels; 0: no question. The picture keeps
// more than half of the height.
[[nodiscard]] LectureLayout lecture_layout_for(const LayoutInput& input, float question_height);

// Device pixels per unit. Everything grows with the window, so that the last row of a hall can read
// as much on a small screen as on a large one. `percent`: the present text scale; `percent_before`:
// the text scale when the lecture began. Text is no smaller than outside of the lecture, as far as
// the pictures allow.
[[nodiscard]] float lecture_scale(int width, int height, int percent, int percent_before);

}  // namespace lanescope::app
