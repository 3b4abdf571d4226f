// A question's empty banks, as many as the machine has, for the user to mark.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "viz/picture/access/question_marks.h"
#include "viz/picture/core/frame.h"
#include "viz/picture/core/lanes_row.h"

namespace lanescope::picture {
namespace {

constexpr float cell_height = 240;  // units; upper limit
constexpr float min_cell = 14;

}  // namespace

int banks_per_row(const Style& style, float width, float height, int banks) {
  const int fit = width >= 560 * style.scale ? 32 : width >= 300 * style.scale ? 16 : 8;
  int per_row = std::clamp(banks, 1, fit);
  const float room = question_body(style, width, height).h;
  const float row = (min_cell + 24) * style.scale;
  while (per_row<banks&& static_cast<float>(banks / per_row) * row> room) per_row *= 2;
  return per_row;
}

DrawList build_bank_question(const BankQuestion& question, const Style& style, float width,
                             float height) {
  Canvas canvas(style, width, height);
  const text::Texts& texts = canvas.texts();
  const Rect body = draw_question_frame(
      canvas, question.source_text, question.access, question.marks,
      {"question.hint_banks", "question.hint_banks_asked", "question.hint_banks_paper"});
  if (body.h < canvas.px(40) || body.w < 64) return canvas.take();
  float y = body.y;
  const bool wide = body.w >= canvas.px(420);
  const float gutter = wide ? canvas.px(48) : 0;
  const float cursor = canvas.px(5);
  const Rect grid{body.x + gutter + cursor, 0, body.w - gutter - 2 * cursor, 0};
  if (body.h >= canvas.px(150) && wide) {
    Columns columns = columns_in(canvas, grid.x, grid.w);
    if (banks_per_row(style, width, height, question.banks) == memory::warp_lanes) {
      columns = {grid.x, grid.w / memory::warp_lanes, 0};  // each lane above the bank of its number
    } else {
      // Widen the gaps to reach the banks' right edge: 32 chips of whole pixels are narrower.
      columns.gap = std::max(columns.gap, std::floor((grid.w - 32 * columns.column) / 3));
    }
    const float chips_h = canvas.whole_px(20);
    y = std::round(y + canvas.px(4));
    draw_question_lanes(canvas, columns, y, chips_h, question.access, body.x,
                        grid.x - canvas.px(10));
    y += chips_h + canvas.whole_px(24);
  }
  const int banks = question.banks;
  const int per_row = banks_per_row(style, width, height, banks);
  const int rows = std::max(banks / per_row, 1);
  const float room = std::max(0.0F, body.y + body.h - y - cursor) / static_cast<float>(rows);
  const float gap = canvas.whole_px(8);
  const bool numbered = room >= canvas.px(min_cell) + canvas.px(text_small + 5) + gap;
  const float number_h = numbered ? canvas.whole_px(text_small + 5) : gap;
  const float cell_h = std::floor(std::min(canvas.px(cell_height), room - number_h - gap));
  if (cell_h < 4) return canvas.take();
  const float pitch = grid.w / static_cast<float>(per_row);
  const float between = pitch >= 12 ? canvas.whole_px(pitch >= canvas.px(20) ? 4 : 2) : 1;
  const float digits = std::floor(std::min(canvas.px(text_small), pitch * 0.75F));
  int every = 1;
  while (every < per_row &&
         canvas.measure(FontRole::mono, digits, "31") + 3 > pitch * static_cast<float>(every)) {
    every *= 2;
  }
  for (int bank = 0; bank < banks; ++bank) {
    const float x = grid.x + static_cast<float>(bank % per_row) * pitch;
    const float top = y + static_cast<float>(bank / per_row) * (cell_h + number_h + gap) + number_h;
    const Rect cell = snapped(x, top, x + pitch - between, top + cell_h);
    const AnswerMark mark = mark_of(question.marks, bank);
    draw_mark_cell(canvas, cell, mark);
    if (question.marks.cursor == bank && !question.marks.truth) draw_cursor(canvas, cell);
    if (numbered && bank % every == 0 && digits >= min_digit(canvas)) {
      canvas.label(
          text_at(cell.x + cell.w / 2, top - number_h / 2 - canvas.px(3), FontRole::mono, digits,
                  mark == AnswerMark::blank ? canvas.palette().text_dim : canvas.palette().text,
                  std::to_string(bank), AlignX::center));
    }
    const std::string tip = texts.get("question.tip_bank", fmt::arg("bank", bank));
    canvas.hit(cell, HitKind::bank, static_cast<std::uint64_t>(bank),
               cell_tooltip(tip, question.marks, bank, texts));
  }
  if (gutter > 0 && numbered) {
    draw_axis_name(canvas, "stage.bank.bank", body.x, grid.x - canvas.px(10),
                   y + number_h / 2 - canvas.px(3));
  }
  return canvas.take();
}

}  // namespace lanescope::picture
