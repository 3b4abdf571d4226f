// Shared by the pictures of questions: cells with their marks, the header, the legend.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>

#include "viz/picture/access/question_view.h"
#include "viz/picture/core/canvas.h"
#include "viz/picture/core/lanes_row.h"

namespace lanescope::picture {

// State of a cell. The last three are used once the correct answer is shown.
enum class AnswerMark : std::uint8_t { blank, marked, right, missed, wrong };
[[nodiscard]] AnswerMark mark_of(const QuestionMarks& marks, int index);

// Background, outline, hatching and sign; each mark differs in all but the first.
void draw_mark_cell(Canvas& canvas, const Rect& rect, AnswerMark mark);
void draw_cursor(Canvas& canvas, const Rect& cell);
// `what`, and below it the cell's mark, or that it can be marked.
[[nodiscard]] std::string cell_tooltip(const std::string& what, const QuestionMarks& marks,
                                       int index, const text::Texts& texts);
// The warp's lanes, without their addresses, and left of them the row's name: between `left` and
// `right`.
void draw_question_lanes(Canvas& canvas, const Columns& columns, float y, float height,
                         const memory::WarpAccess& access, float left, float right);

// Draws title, access and number of marks at the top. At the bottom, draws the hint, or, once the
// correct answer is shown, the legend with its counts. `hint_keys`: of each MarkedBy. Returns the
// area between them.
[[nodiscard]] Rect draw_question_frame(Canvas& canvas, const std::string& source_text,
                                       const memory::WarpAccess& access, const QuestionMarks& marks,
                                       const std::array<const char*, 3>& hint_keys);
[[nodiscard]] Rect question_body(const Style& style, float width, float height);

}  // namespace lanescope::picture
