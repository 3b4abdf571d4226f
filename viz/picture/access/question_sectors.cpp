// A question's empty 128-byte lines, each with four sectors, for the user to mark.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "sim/memory/global.h"
#include "viz/picture/access/global_lines.h"
#include "viz/picture/access/question_marks.h"
#include "viz/picture/core/lanes_row.h"

namespace lanescope::picture {
namespace {

constexpr int sectors = memory::sectors_per_line;
constexpr float min_pitch = 22;  // units
constexpr float largest_pitch = 92;

struct QuestionLayout {
  Columns columns;
  float left = 0;
  float chips_y = 0, chips_h = 0;
  float names_y = 0;  // y of the sector names; 0: no room
  float lines_y = 0, pitch = 0, line_h = 0;
  std::size_t fit = 0;
};

QuestionLayout lay_out(const Canvas& canvas, const Rect& body, std::size_t count) {
  QuestionLayout layout;
  layout.left = body.x;
  const bool wide = body.w >= canvas.px(420);
  const float gutter = wide ? canvas.px(92) : body.w >= canvas.px(220) ? canvas.px(56) : 0;
  const float cursor = canvas.px(6);  // the cursor's frame extends beyond the cell
  layout.columns = columns_in(canvas, body.x + gutter + cursor, body.w - gutter - 2 * cursor);
  float y = body.y;
  if (body.h >= canvas.px(130)) {
    layout.chips_y = std::round(y + canvas.px(4));
    layout.chips_h = canvas.whole_px(20);
    y = layout.chips_y + layout.chips_h + canvas.whole_px(14);
  }
  if (body.h >= canvas.px(180)) {
    layout.names_y = y + canvas.px(text_small) / 2;
    y += canvas.whole_px(text_small + 9);
  }
  layout.lines_y = std::round(y + cursor);
  const float room = std::max(0.0F, body.y + body.h - layout.lines_y - cursor);
  const auto most = static_cast<std::size_t>(std::max(1.0F, room / canvas.px(min_pitch)));
  layout.fit = std::min(count, most);
  layout.pitch = std::floor(std::min(
      canvas.px(largest_pitch), room / static_cast<float>(std::max<std::size_t>(layout.fit, 1))));
  layout.line_h = layout.pitch - canvas.whole_px(6);
  return layout;
}

// The array whose bytes are numbered: the first participating lane's.
const report::ArrayInfo* array_of(const SectorQuestion& question) {
  for (int lane = 0; lane < memory::warp_lanes; ++lane) {
    if (!question.access.lane_is_active(lane)) continue;
    const std::uint64_t address = question.access.address[static_cast<std::size_t>(lane)];
    return report::array_at(question.arrays, address);
  }
  return nullptr;
}

std::int64_t offset_of(std::uint64_t address, const report::ArrayInfo* array) {
  return static_cast<std::int64_t>(address - (array != nullptr ? array->address : 0));
}

std::string tooltip_of(const SectorQuestion& question, int index, std::uint64_t address,
                       const report::ArrayInfo* array, const text::Texts& texts) {
  const std::int64_t first = offset_of(address, array);
  const std::int64_t last = first + memory::sector_bytes - 1;
  const std::string name = array != nullptr ? array->name : std::string();
  std::string text = name.empty() ? texts.get("question.tip_bytes", fmt::arg("first", first),
                                              fmt::arg("last", last))
                                  : texts.get("question.tip_array_bytes", fmt::arg("array", name),
                                              fmt::arg("first", first), fmt::arg("last", last));
  const auto size = array != nullptr ? static_cast<std::int64_t>(array->element_bytes) : 0;
  if (size > 0 && first >= 0 && first % size == 0 && size <= memory::sector_bytes) {
    text += "\n" + texts.get("question.tip_elements", fmt::arg("array", name),
                             fmt::arg("first", first / size), fmt::arg("last", last / size));
  }
  return cell_tooltip(text, question.marks, index, texts);
}

// The byte range of a sector, as much of it as fits.
void draw_bytes(Canvas& canvas, const Rect& cell, std::int64_t first, AnswerMark mark) {
  const float size = std::min(canvas.px(text_small), cell.h * 0.6F);
  if (size < min_digit(canvas)) return;
  const float sign = mark == AnswerMark::blank ? 0 : canvas.px(24);
  for (const std::string& text :
       {fmt::format("{}–{}", first, first + memory::sector_bytes - 1), std::to_string(first)}) {
    if (canvas.measure(FontRole::mono, size, text) + canvas.px(14) + sign > cell.w) continue;
    const Label label = text_at(
        cell.x + canvas.px(8), cell.y + cell.h / 2, FontRole::mono, size,
        mark == AnswerMark::blank ? canvas.palette().text_dim : canvas.palette().text, text);
    const float w = canvas.measure(label.font, size, text);
    // Clear the stripes behind the text.
    if (mark == AnswerMark::missed || mark == AnswerMark::wrong) {
      canvas.fill({label.x - canvas.px(3), label.y - size * 0.75F, w + canvas.px(6), size * 1.5F},
                  canvas.palette().cell, canvas.px(3));
    }
    canvas.label(label);
    return;
  }
}

void draw_line(Canvas& canvas, const SectorQuestion& question, const QuestionLayout& layout,
               std::size_t line, float y, const report::ArrayInfo* array) {
  const std::uint64_t line_address = question.lines[line];
  for (int sector = 0; sector < sectors; ++sector) {
    const int index = static_cast<int>(line) * sectors + sector;
    const int byte = sector * static_cast<int>(memory::sector_bytes);
    const std::uint64_t address = line_address + static_cast<std::uint64_t>(byte);
    const Rect cell = snapped(layout.columns.byte_x(byte), y,
                              layout.columns.byte_x(byte + 32, true), y + layout.line_h);
    const AnswerMark mark = mark_of(question.marks, index);
    draw_mark_cell(canvas, cell, mark);
    draw_bytes(canvas, cell, offset_of(address, array), mark);
    if (question.marks.cursor == index && !question.marks.truth) draw_cursor(canvas, cell);
    canvas.hit(cell, HitKind::sector, static_cast<std::uint64_t>(index),
               tooltip_of(question, index, address, array, canvas.texts()));
  }
  const std::int64_t offset = offset_of(line_address, array);
  const std::string name = array != nullptr
                               ? fmt::format("{} {} {}", array->name, offset < 0 ? "−" : "+",
                                             offset < 0 ? -offset : offset)
                               : std::to_string(offset);
  draw_row_name(canvas, name, FontRole::mono, canvas.px(text_small), layout.left,
                layout.columns.x - canvas.px(12), y + layout.line_h / 2);
}

void draw_names(Canvas& canvas, const QuestionLayout& layout) {
  if (layout.names_y <= 0) return;
  draw_sector_names(canvas, layout.columns, layout.names_y, AlignY::middle);
  draw_axis_name(canvas, "question.line_at", layout.left, layout.columns.x - canvas.px(12),
                 layout.names_y);
}

// A scroll bar, if lines above or below are hidden.
void draw_scroll(Canvas& canvas, const QuestionLayout& layout, std::size_t first,
                 std::size_t count) {
  if (layout.fit >= count) return;
  const float h = static_cast<float>(layout.fit) * layout.pitch;
  const float x = layout.columns.x + layout.columns.width() + canvas.px(9);
  const float w = canvas.whole_px(3);
  const float share = h / static_cast<float>(count);
  canvas.fill({x, layout.lines_y, w, h}, canvas.palette().hairline, w / 2);
  canvas.fill({x, std::round(layout.lines_y + share * static_cast<float>(first)), w,
               std::round(share * static_cast<float>(layout.fit))},
              canvas.palette().text_faint, w / 2);
}

}  // namespace

std::size_t lines_in_sector_question(const Style& style, float width, float height,
                                     std::size_t count) {
  const Canvas canvas(style, width, height);
  return lay_out(canvas, question_body(style, width, height), count).fit;
}

std::size_t first_line_with(std::size_t first_line, std::size_t count, std::optional<int> cursor,
                            std::size_t fit) {
  if (cursor) {
    const auto at = static_cast<std::size_t>(*cursor / sectors);
    if (at < first_line) {
      first_line = at;
    } else if (fit > 0 && at >= first_line + fit) {
      first_line = at - fit + 1;
    }
  }
  return std::min(first_line, count - std::min(fit, count));
}

DrawList build_sector_question(const SectorQuestion& question, const Style& style, float width,
                               float height) {
  Canvas canvas(style, width, height);
  const Rect body = draw_question_frame(
      canvas, question.source_text, question.access, question.marks,
      {"question.hint_sectors", "question.hint_sectors_asked", "question.hint_sectors_paper"});
  if (body.h < canvas.px(40) || body.w < 64) return canvas.take();
  const std::vector<std::uint64_t>& lines = question.lines;
  const QuestionLayout layout = lay_out(canvas, body, lines.size());
  if (layout.chips_h > 0) {
    draw_question_lanes(canvas, layout.columns, layout.chips_y, layout.chips_h, question.access,
                        layout.left, layout.columns.x - canvas.px(12));
  }
  draw_names(canvas, layout);
  const report::ArrayInfo* array = array_of(question);
  const std::size_t first =
      first_line_with(question.first_line, lines.size(), std::nullopt, layout.fit);
  for (std::size_t i = 0; i < layout.fit; ++i) {
    draw_line(canvas, question, layout, first + i,
              layout.lines_y + static_cast<float>(i) * layout.pitch, array);
  }
  // Gaps in the addresses between two visible lines.
  for (std::size_t i = 1; i < layout.fit; ++i) {
    if (lines[first + i] != lines[first + i - 1] + memory::line_bytes) {
      const float y = layout.lines_y + static_cast<float>(i) * layout.pitch -
                      (layout.pitch - layout.line_h) / 2;
      canvas.fill({layout.columns.x, std::round(y), layout.columns.width(), canvas.whole_px(1)},
                  canvas.palette().text_faint);
    }
  }
  draw_scroll(canvas, layout, first, lines.size());
  return canvas.take();
}

}  // namespace lanescope::picture
