// One question of a step in the guide: asked with its controls, or answered with the truth and why.
#pragma once

#include <string>

#include "app/session/session.h"
#include "app/window/panels/answer_draft.h"
#include "app/window/panels/guide_flow.h"

namespace lanescope::app {

// What one frame of it needs.
struct QuestionView {
  Session& session;
  Course& course;
  AnswerDraft& draft;
  const AskedQuestion& asked;
  std::size_t number = 1, total = 1;
  // Sectors and banks, answered: the marks are compared on the stage rather than its picture.
  bool& compares;
};
struct QuestionPress {
  bool answer = false;   // what was drafted is to be taken
  bool picture = false;  // to the picture that is marked on, where it has a page of its own
};

QuestionPress draw_question(Ui& ui, GuideFlow& flow, const QuestionView& view,
                            bool picture_is_elsewhere);

// "8 sectors", the choice's own words, "5 marked": an answer as it is told.
[[nodiscard]] std::string answer_text(const lesson::Question& question, const Answer& answer,
                                      const Course& course, const text::Texts& texts);

}  // namespace lanescope::app
