// An answered question of a guide step, with the truth and the reason. While it is open it is on
// the stage (question_sheet.h).
#pragma once

#include <string>

#include "app/session/course.h"
#include "app/window/panels/guide/text_column.h"

namespace lanescope::app {

// Input for one frame.
struct QuestionView {
  Course& course;
  const AskedQuestion& asked;
  // The stage shows the marks instead of its own picture. Only for answered questions on sectors
  // and banks.
  bool& compares;
};
void draw_question(Ui& ui, TextColumn& flow, const QuestionView& view);

// Whose times a section has; nothing if it needs none.
void draw_time_origins(Ui& ui, TextColumn& flow, const SectionTimes& times);
// An answer as text: "8 sectors", the text of a choice, "5 marked".
[[nodiscard]] std::string answer_text(const lesson::Question& question, const Answer& answer,
                                      const Course& course, const text::Texts& texts);

}  // namespace lanescope::app
