// The stage while a question is open: its blank picture, marked by mouse and keys; and the same
// with the truth in it, once it is answered.
#pragma once

#include "app/session/session.h"
#include "app/window/panels/answer_draft.h"
#include "app/window/ui.h"

namespace lanescope::app {

// `asked` open: the learner's draft; answered: what was answered, with the truth.
// `by_keys`: arrow keys and Enter mark and answer; else the mouse alone does (a lecture).
void draw_question_stage(Ui& ui, const Session& session, const Course& course,
                         const AskedQuestion& asked, AnswerDraft& draft, const Rect& area,
                         bool by_keys = true);
// Marks that stand in one row there.
[[nodiscard]] int marks_in_a_row(const Ui& ui, const AskedQuestion& asked, const Rect& area);

// Where counts and tables are, while a question is open.
void draw_cover(Ui& ui, const Rect& area);

}  // namespace lanescope::app
