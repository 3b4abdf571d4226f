#include "app/window/toolkit/lecture_layout.h"

#include <algorithm>
#include <cmath>

namespace lanescope::app {
namespace {

// In units.
constexpr float margin = 12;
constexpr float lecture_gap = 10;
constexpr float caption_height = 44;
constexpr float facts_height = 32;
constexpr float seen_height = 560;  // of the whole window, fitted to the real one
constexpr float seen_width = 960;
constexpr float max_question_share = 0.42F;
constexpr float max_growth =
    1.25F;  // by the text size chosen before; with more, pictures lose parts

}  // namespace

float lecture_scale(int width, int height, int percent, int percent_before) {
  const float fitting =
      std::min(static_cast<float>(width) / seen_width, static_cast<float>(height) / seen_height);
  const float chosen =
      static_cast<float>(percent) / static_cast<float>(std::max(percent_before, 1));
  const float everywhere = static_cast<float>(percent) / 100;
  const float least = std::min(everywhere, max_growth * fitting);
  return std::clamp(std::max(fitting * chosen, least), 0.6F, 8.0F);
}

LectureLayout lecture_layout_for(const LayoutInput& input, float question_height) {
  const auto px = [&](float units) { return std::round(units * input.scale); };
  LectureLayout layout;
  const float x = px(margin);
  const float width = input.width - 2 * x;
  float y = px(lecture_gap);
  layout.caption = {x, y, width, px(caption_height)};
  y += layout.caption.h + px(lecture_gap);
  float bottom = input.height - px(facts_height);
  layout.facts = {x, bottom, width, px(facts_height)};
  bottom -= px(lecture_gap) / 2;
  if (input.message_height > 0) {
    layout.panels.message = {x, y, width, input.message_height};
    y += input.message_height + px(lecture_gap);
  }
  if (question_height > 0) {
    layout.question = {x, y, width,
                       std::min(question_height, std::round(input.height * max_question_share))};
    y += layout.question.h + px(lecture_gap);
  }
  const picture::Rect rest{x, y, width, std::max(bottom - y, 0.0F)};
  if (replaces_stage(input.page)) {
    layout.panels.page = rest;
  } else if (input.page == Page::code) {
    layout.panels.code = rest;
  } else if (input.page == Page::counts) {
    layout.panels.counts = rest;
  } else {
    const float row = input.has_player ? std::min(px(transport_height), rest.h) : 0;
    layout.panels.stage = {rest.x, rest.y, rest.w, rest.h - row};
    layout.panels.transport = {rest.x, rest.y + rest.h - row, rest.w, row};
  }
  return layout;
}

}  // namespace lanescope::app
