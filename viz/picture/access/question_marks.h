// Shared by the pictures of questions: cells with their marks, the header, the legend.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "viz/picture/access/question_view.h"
#include "viz/picture/core/canvas.h"

namespace lanescope::picture {

// State of a cell. The last three are used once the correct answer is shown.
enum class AnswerMark : std::uint8_t { blank, marked, right, missed, wrong };
[[nodiscard]] AnswerMark mark_of(const QuestionMarks& marks, int index);

// Background, outline, hatching and sign; each mark differs in all but the first.
void draw_mark_cell(Canvas& canvas, const Rect& rect, AnswerMark mark);
// Only the sign: a tick, a ring or a cross; nothing for blank.
void draw_mark_sign(Canvas& canvas, const Rect& box, AnswerMark mark);
void draw_cursor(Canvas& canvas, const Rect& cell);
[[nodiscard]] Color ink_of(const Palette& palette, AnswerMark mark);
// The mark as a tooltip sentence.
[[nodiscard]] std::string mark_text(AnswerMark mark, const text::Texts& texts);

// Draws title, access and number of marks at the top. At the bottom, draws the hint, or, once the
// correct answer is shown, the legend with its counts. Returns the area between them.
[[nodiscard]] Rect draw_question_frame(Canvas& canvas, const std::string& source_text,
                                       const memory::WarpAccess& access, const QuestionMarks& marks,
                                       const char* hint_key);
[[nodiscard]] Rect question_body(const Style& style, float width, float height);

// A source line without surrounding blanks.
[[nodiscard]] std::string stripped(const std::string& line);

}  // namespace lanescope::picture
