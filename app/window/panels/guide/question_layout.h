// Where the parts of an open question are on the stage: pure arithmetic over the heights of its
// texts, so that a test can try every question at every size.
//
// The largest type at which everything fits is taken. Only if the smallest does not fit, the
// question scrolls; its buttons are always whole and visible.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "viz/picture/core/style.h"
#include "viz/picture/prose/prose.h"

namespace lanescope::app {

// What an open question says; Markdown, empty if it does not.
struct QuestionWords {
  std::string text;
  std::string note;           // what became of values that the learner has changed
  std::string verdict, hint;  // after a wrong first try
  std::string refusal;        // why an answer was not taken
  std::vector<std::string> choices;
  std::string code;         // the line of code that it is about
  bool has_field = false;   // a number is typed
  bool is_marked = false;   // in a picture, which shows the line of code itself
  bool has_beside = false;  // the answer to an earlier question may be seen beside it
};

// A text with its place. `id` differs between two types, so that a cache keeps both.
struct PlacedProse {
  std::string id, markdown;
  picture::Rect rect;
  picture::ProseStyle prose_style;
};

// Pixels. An empty rectangle: the question has no such part, or there is no room.
struct QuestionLayout {
  picture::Rect body;   // what is seen of heading, text and controls; it scrolls if they are higher
  float content_h = 0;  // their height
  [[nodiscard]] bool scrolls() const { return content_h > body.h; }

  // From the top left corner of the content.
  picture::Rect heading, code, field, range;
  std::vector<std::string> code_lines;  // of type code_size: one, or two if it is long
  std::optional<PlacedProse> text, note;
  struct Choice {
    picture::Rect box, letter;
    PlacedProse words;
  };
  std::vector<Choice> choices;

  // From the top left corner of the content if it is in there, else on the stage: below the buttons
  // or beside them, where it moves nothing.
  picture::Rect hint;
  std::optional<PlacedProse> hint_verdict, hint_text;
  bool hint_is_in_content = false;
  bool is_steady = false;  // a usual hint moves nothing

  // On the stage.
  picture::Rect picture;  // to mark in
  picture::Rect buttons;
  picture::Rect refusal_sign;
  std::optional<PlacedProse> refusal;
  picture::Rect beside;  // the picture of the answer before

  float code_size = 0, field_size = 0, button_size = 0;  // of type, in units
  static constexpr float code_margin = 14;               // units, left and right of the code
  static constexpr float code_pitch = 1.4F;              // of its lines, as a share of its type
};

// Height of laid-out Markdown, in pixels.
using ProseHeight = std::function<float(const std::string& id, const std::string& markdown,
                                        float width, const picture::ProseStyle&)>;

[[nodiscard]] QuestionLayout question_layout(const QuestionWords& words, const picture::Rect& stage,
                                             const picture::Style& style,
                                             const ProseHeight& height_of);

}  // namespace lanescope::app
