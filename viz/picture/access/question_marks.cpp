#include "viz/picture/access/question_marks.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "viz/picture/access/question_view.h"
#include "viz/picture/core/canvas.h"
#include "viz/picture/core/frame.h"
#include "viz/picture/core/line_break.h"

namespace lanescope::picture {
namespace {

constexpr float header_units = 48;
constexpr float low_header_units = 30;
constexpr float footer_units = 30;

bool holds(const std::vector<int>& sorted, int index) {
  return std::binary_search(sorted.begin(), sorted.end(), index);
}

bool is_low(const Style& style, float height) { return height < 260 * style.scale; }

Color ink_of(const Palette& palette, AnswerMark mark) {
  switch (mark) {
    case AnswerMark::blank:
      return palette.text_faint;
    case AnswerMark::marked:
      return palette.text;
    case AnswerMark::right:
      return palette.good_text;
    case AnswerMark::missed:
      return palette.costly_text;
    case AnswerMark::wrong:
      return palette.error_text;
  }
  return palette.text;
}

// A tick, a ring or a cross; nothing for blank.
void draw_mark_sign(Canvas& canvas, const Rect& box, AnswerMark mark) {
  if (mark == AnswerMark::blank || std::min(box.w, box.h) < 5) return;
  const Color ink = ink_of(canvas.palette(), mark);
  const float side = std::min(box.w, box.h);
  const float x = box.x + (box.w - side) / 2;
  const float y = box.y + (box.h - side) / 2;
  const float width = std::max(1.5F, side * 0.16F);
  const auto at = [&](float fx, float fy, float tx, float ty) {
    canvas.line(x + fx * side, y + fy * side, x + tx * side, y + ty * side, width, ink);
  };
  switch (mark) {
    case AnswerMark::blank:
      break;
    case AnswerMark::marked:
    case AnswerMark::right:
      at(0.10F, 0.55F, 0.40F, 0.85F);
      at(0.38F, 0.85F, 0.92F, 0.18F);
      break;
    case AnswerMark::missed:
      canvas.outline({x + side * 0.08F, y + side * 0.08F, side * 0.84F, side * 0.84F}, ink, width,
                     side * 0.42F);
      break;
    case AnswerMark::wrong:
      at(0.15F, 0.15F, 0.85F, 0.85F);
      at(0.85F, 0.15F, 0.15F, 0.85F);
      break;
  }
}

std::string mark_text(AnswerMark mark, const text::Texts& texts) {
  switch (mark) {
    case AnswerMark::blank:
      return {};
    case AnswerMark::marked:
      return texts.get("question.tip_marked");
    case AnswerMark::right:
      return texts.get("question.tip_right");
    case AnswerMark::missed:
      return texts.get("question.tip_missed");
    case AnswerMark::wrong:
      return texts.get("question.tip_wrong");
  }
  return {};
}

struct Counts {
  std::size_t right = 0, missed = 0, wrong = 0;
};

Counts counts_of(const QuestionMarks& marks) {
  Counts counts;
  for (const int index : marks.marked)
    (holds(*marks.truth, index) ? counts.right : counts.wrong) += 1;
  counts.missed = marks.truth->size() - counts.right;
  return counts;
}

void draw_legend(Canvas& canvas, const Rect& row, const QuestionMarks& marks) {
  const Counts counts = counts_of(marks);
  struct Entry {
    AnswerMark mark;
    const char* key;
    std::size_t count;
  };
  const std::array<Entry, 3> entries{{{AnswerMark::right, "question.right", counts.right},
                                      {AnswerMark::missed, "question.missed", counts.missed},
                                      {AnswerMark::wrong, "question.wrong", counts.wrong}}};
  const float size = canvas.px(text_body);
  const float side = canvas.whole_px(18);
  float x = row.x;
  for (const Entry& entry : entries) {
    const std::string text = canvas.texts().get(entry.key, fmt::arg("n", entry.count));
    const float text_w = canvas.measure(FontRole::ui, size, text);
    if (x + side + canvas.px(8) + text_w > row.x + row.w) return;
    draw_mark_cell(canvas, {std::round(x), std::round(row.y + (row.h - side) / 2), side, side},
                   entry.mark);
    const Label label =
        text_at(x + side + canvas.px(8), row.y + row.h / 2, FontRole::ui, size,
                entry.count > 0 ? canvas.palette().text : canvas.palette().text_faint, text);
    canvas.label(label);
    x = label.x + text_w + canvas.px(24);
  }
}

}  // namespace

AnswerMark mark_of(const QuestionMarks& marks, int index) {
  const bool marked = holds(marks.marked, index);
  if (!marks.truth) return marked ? AnswerMark::marked : AnswerMark::blank;
  const bool true_one = holds(*marks.truth, index);
  return marked && true_one ? AnswerMark::right
         : marked           ? AnswerMark::wrong
         : true_one         ? AnswerMark::missed
                            : AnswerMark::blank;
}

int moved_cursor(std::optional<int> cursor, int right, int down, int per_row, int count) {
  if (!cursor) return 0;
  const int moved = *cursor + right + down * per_row;
  return moved < 0 || moved >= count ? *cursor : moved;
}

void draw_mark_cell(Canvas& canvas, const Rect& rect, AnswerMark mark) {
  const Palette& palette = canvas.palette();
  Box box;
  box.rect = rect;
  box.radius = std::min(canvas.px(4), std::min(rect.w, rect.h) / 4);
  box.fill = palette.cell;
  // Large cells have a visible border, because they can be clicked; a grid of many small ones would
  // be all lines.
  box.border = rect.h >= canvas.px(24) ? palette.text_faint : palette.hairline;
  box.border_width = canvas.whole_px(1);
  if (mark != AnswerMark::blank) {
    box.border = ink_of(palette, mark);
    box.border_width = canvas.whole_px(2);
  }
  if (mark == AnswerMark::marked) {
    box.fill = palette.selection;
  } else if (mark == AnswerMark::right) {
    box.fill = mixed(palette.cell, palette.good, 0.30F);
  } else if (mark == AnswerMark::missed) {
    box.hatch = with_alpha(palette.costly, 0.55F);
    box.hatch_period = canvas.whole_px(9);
  } else if (mark == AnswerMark::wrong) {
    box.hatch = with_alpha(palette.error_text, 0.45F);
    box.hatch_period = canvas.whole_px(4);
  }
  canvas.box(box);
  const float side = std::min({rect.w * 0.7F, rect.h * 0.6F, canvas.px(14)});
  const float x =
      rect.w > 3 * side ? rect.x + rect.w - side - canvas.px(7) : rect.x + (rect.w - side) / 2;
  const Rect sign{std::round(x), std::round(rect.y + (rect.h - side) / 2), side, side};
  if (box.hatch.a > 0) {  // keep the sign clear of the stripes
    const float free = canvas.px(2);
    canvas.fill({sign.x - free, sign.y - free, side + 2 * free, side + 2 * free}, palette.cell,
                canvas.px(3));
  }
  draw_mark_sign(canvas, sign, mark);
}

void draw_cursor(Canvas& canvas, const Rect& cell) {
  const float gap = canvas.whole_px(2);
  const float width = canvas.whole_px(2);
  const float by = gap + width;
  canvas.outline({cell.x - by, cell.y - by, cell.w + 2 * by, cell.h + 2 * by},
                 canvas.palette().selection_border, width,
                 std::min(canvas.px(4), std::min(cell.w, cell.h) / 4) + gap);
}

std::string cell_tooltip(const std::string& what, const QuestionMarks& marks, int index,
                         const text::Texts& texts) {
  const AnswerMark mark = mark_of(marks, index);
  const std::string about = marks.truth || mark != AnswerMark::blank
                                ? mark_text(mark, texts)
                                : texts.get("question.tip_mark");
  return about.empty() ? what : what + "\n" + about;
}

void draw_question_lanes(Canvas& canvas, const Columns& columns, float y, float height,
                         const memory::WarpAccess& access, float left, float right) {
  const text::Texts& texts = canvas.texts();
  draw_lane_chips(canvas, columns, y, height, access, std::nullopt, [&](int lane) {
    return texts.get(access.lane_is_active(lane) ? "question.tip_lane" : "stage.lane_off",
                     fmt::arg("lane", lane));
  });
  draw_axis_name(canvas, "stage.lane_axis", left, right, y + height / 2);
}

Rect question_body(const Style& style, float width, float height) {
  const float margin = frame_margin(style, width, height);
  const float top =
      margin + std::round((is_low(style, height) ? low_header_units : header_units) * style.scale);
  const float bottom = margin + std::round(footer_units * style.scale);
  return {margin, top, std::max(0.0F, width - 2 * margin), std::max(0.0F, height - top - bottom)};
}

Rect draw_question_frame(Canvas& canvas, const std::string& source_text,
                         const memory::WarpAccess& access, const QuestionMarks& marks,
                         const std::array<const char*, 3>& hint_keys) {
  const text::Texts& texts = canvas.texts();
  const Palette& palette = canvas.palette();
  const float margin = frame_margin(canvas.style(), canvas.width(), canvas.height());
  const Rect body = question_body(canvas.style(), canvas.width(), canvas.height());
  const float room = body.w;
  Label count = text_at(margin + room, margin + canvas.px(8), FontRole::ui_bold,
                        canvas.px(text_title), palette.text_dim,
                        texts.get(!marks.truth           ? "question.marked"
                                  : marks.marked.empty() ? "question.truth_alone"
                                                         : "question.yours_and_truth",
                                  fmt::arg("n", marks.marked.size())),
                        AlignX::right);
  if (marks.by == MarkedBy::pen) count.text.clear();  // "0 marked" would not change
  const float count_w = canvas.fitted_label(count, room * 0.5F);
  const std::string title = trimmed(source_text);
  const float title_room = room - count_w - canvas.px(16);
  const float title_size = canvas.size_for(FontRole::mono, title, title_room,
                                           {text_title - 1, text_body, text_body - 1});
  canvas.fitted_label(text_at(margin, count.y, FontRole::mono, title_size, palette.text, title),
                      title_room);
  if (!is_low(canvas.style(), canvas.height())) {
    const Label subtitle =
        text_at(margin, margin + canvas.px(20), FontRole::ui, canvas.px(text_body - 1),
                palette.text_dim, describe(access, texts), AlignX::left, AlignY::top);
    canvas.fitted_label(subtitle, room);
  }
  const Rect footer{margin, body.y + body.h, room, canvas.px(footer_units)};
  if (footer.y + footer.h > canvas.height()) return body;
  if (marks.truth) {
    draw_legend(canvas, footer, marks);
    return body;
  }
  const std::string hint = texts.get(hint_keys[static_cast<std::size_t>(marks.by)]);
  canvas.fitted_label(
      text_at(
          margin, footer.y + footer.h / 2, FontRole::ui, canvas.px(text_body),
          marks.lacks_marks ? palette.costly_text : palette.text_dim,
          marks.lacks_marks ? texts.get("question.nothing_marked", fmt::arg("hint", hint)) : hint),
      room);
  return body;
}

DrawList build_question_card(const std::string& source_text, const std::string& title,
                             const std::string& sentence, const Style& style, float width,
                             float height) {
  Canvas canvas(style, width, height);
  const Palette& palette = canvas.palette();
  // Alone in a large area, the text is larger, for reading from further away.
  const float larger =
      std::clamp(std::min(height / canvas.px(300), width / canvas.px(640)), 1.0F, 1.4F);
  const auto px = [&](float units) { return std::round(canvas.px(units * larger)); };
  const float room = width - 2 * canvas.px(3 * space_unit);
  const float middle = std::round(height * 0.46F);
  const auto centred = [&](float y, FontRole font, float size, const Color& color,
                           const std::string& text) {
    return text_at(width / 2, y, font, size, color, text, AlignX::center);
  };
  const std::string line = trimmed(source_text);
  if (!line.empty() && height >= canvas.px(140)) {
    float size = 0;
    for (const float units : {20.0F, text_title, text_body, text_body - 1}) {
      size = px(units);
      if (canvas.measure(FontRole::mono, size, line) + px(48) <= room) break;
    }
    const std::string shown = fitted(style, FontRole::mono, size, line, room - px(48));
    const float w = canvas.measure(FontRole::mono, size, shown) + px(48);
    const float h = px(56);
    const Rect well{std::round((width - w) / 2), middle - h - px(18), std::round(w), h};
    canvas.fill(well, palette.well, canvas.px(8));
    canvas.outline(well, palette.hairline, canvas.whole_px(1), canvas.px(8));
    canvas.label(centred(well.y + h / 2, FontRole::mono, size, palette.text, shown));
  }
  canvas.fitted_label(
      centred(middle + px(14), FontRole::ui_bold, px(text_title + 2), palette.text, title), room);
  canvas.fitted_label(
      centred(middle + px(42), FontRole::ui, px(text_body), palette.text_dim, sentence), room);
  return canvas.take();
}

}  // namespace lanescope::picture
