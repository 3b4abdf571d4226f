// The picture of a question: blank, to be marked by mouse and keys; after the answer with the
// truth.
#pragma once

#include <optional>
#include <string>

#include "app/session/session.h"
#include "app/window/panels/guide/answer_draft.h"
#include "app/window/toolkit/ui.h"

namespace lanescope::app {

// `asked` open: shows the learner's draft. Answered: shows the answer and the truth. Arrow keys and
// Enter mark and answer; in a lecture only the mouse does.
void draw_question_stage(Ui& ui, const Session& session, const Course& course,
                         const AskedQuestion& asked, AnswerDraft& draft, const Rect& area,
                         bool is_lecture = false);
// A line of the step's kernel; while a question is open, without its comment. Requires the step's
// run.
[[nodiscard]] std::string source_line_of(const Course& course, int line);
[[nodiscard]] std::string source_line_of(const Course& course, const SourcePlace& place);
// Number of marks per row of the picture.
[[nodiscard]] int marks_per_row(const Ui& ui, const AskedQuestion& asked, const Rect& area);

// The question with this name; empty: the open question.
[[nodiscard]] std::optional<AskedQuestion> asked_in(const Course& course, const std::string& name);

// While the learner has set values of their own and a question is open: what brings their picture.
[[nodiscard]] std::string off_path_text(const Course& course, const Session& session,
                                        const AskedQuestion& asked, const text::Texts& texts,
                                        bool is_lecture = false);

// Covers counts and tables while a question is open.
void draw_cover(Ui& ui, const Rect& area);

}  // namespace lanescope::app
