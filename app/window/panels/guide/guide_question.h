// One question of a guide step: open with its controls, or answered with the truth and the reason.
#pragma once

#include <string>

#include "app/session/course/course.h"
#include "app/window/panels/guide/answer_draft.h"
#include "app/window/panels/guide/guide_flow.h"

namespace lanescope::app {

// Input for one frame.
struct QuestionView {
  Course& course;
  AnswerDraft& draft;
  const AskedQuestion& asked;
  std::size_t number = 1, total = 1;
  // The stage shows the marks instead of its own picture. Only for answered questions on sectors
  // and banks.
  bool& compares;
};
struct QuestionPress {
  bool answer = false;   // submit the draft
  bool picture = false;  // go to the page with the picture to mark
};

QuestionPress draw_question(Ui& ui, GuideFlow& flow, const QuestionView& view,
                            bool picture_is_elsewhere);

// An answer as text: "8 sectors", the text of a choice, "5 marked".
// Whose times a section has; nothing if it needs none.
void draw_time_origins(Ui& ui, GuideFlow& flow, const SectionTimes& times);
[[nodiscard]] std::string answer_text(const lesson::Question& question, const Answer& answer,
                                      const Course& course, const text::Texts& texts);

}  // namespace lanescope::app
