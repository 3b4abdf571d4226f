// What the blank pictures of a question share: cells with their marks, the header, the legend.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "viz/scene/canvas.h"
#include "viz/scene/question_view.h"

namespace lanescope::scene {

// Of one cell. The last three once the truth is known.
enum class AnswerMark : std::uint8_t { blank, marked, right, missed, wrong };
[[nodiscard]] AnswerMark mark_of(const QuestionMarks& marks, int index);

// Ground, outline, hatching and sign; each mark differs in all but the first.
void draw_mark_cell(Canvas& canvas, const Rect& rect, AnswerMark mark);
// The sign alone: a tick, a ring, a cross; nothing for blank.
void draw_mark_sign(Canvas& canvas, const Rect& box, AnswerMark mark);
void draw_cursor(Canvas& canvas, const Rect& cell);
[[nodiscard]] Color ink_of(const Palette& palette, AnswerMark mark);
// What a tooltip says of it.
[[nodiscard]] std::string mark_text(AnswerMark mark, const text::Texts& texts);

// Title, access, how much is marked; returns what is left below it. The hint at the bottom, or once
// the truth is known the legend with its counts, is taken off, too.
[[nodiscard]] Rect draw_question_frame(Canvas& canvas, const std::string& source_text,
                                       const memory::WarpAccess& access, const QuestionMarks& marks,
                                       const char* hint_key);
[[nodiscard]] Rect question_body(const Style& style, float width, float height);

// A line of a kernel without the blanks around it.
[[nodiscard]] std::string stripped(const std::string& line);

}  // namespace lanescope::scene
