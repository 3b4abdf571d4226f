#include <algorithm>
#include <cmath>

#include "viz/picture/core/canvas.h"
#include "viz/picture/maps/parts.h"

namespace lanescope::picture {
namespace {

// The smallest round step of at least `least`: 1, 2, 5, 10, 20 ... or, with `by_two`, 1, 2, 4, 8
// ...
std::uint32_t round_step(double least, bool by_two) {
  std::uint64_t spacing = 1;
  for (int i = 0; static_cast<double>(spacing) < least && spacing < (1ULL << 31U); ++i)
    spacing = by_two ? spacing * 2 : (i % 3 == 1 ? spacing / 2 * 5 : spacing * 2);
  return static_cast<std::uint32_t>(spacing);
}

std::string number_of_row(const MapField& map, std::uint32_t row) {
  const std::uint64_t first =
      map.wrapped ? std::uint64_t{row / map.tile_h} * *map.wrapped : row / map.tile_h;
  return text::Texts::grouped(first);
}

void draw_columns(const MapPen& pen) {
  const Rect& row = pen.layout.axis;
  if (row.h <= 0) return;
  Canvas& canvas = pen.canvas;
  const MapField& map = pen.map;
  const float size = canvas.px(text_small);
  const MapSpan span = visible_cells(pen.layout.frame, pen.view);
  const std::string widest = text::Texts::grouped(std::max(span.end.x, 1U) / map.tile_w);
  const double room = canvas.measure(FontRole::mono, size, widest) + canvas.px(14);
  const std::uint32_t spacing = round_step(room / (pen.view.px_x * map.tile_w), true) * map.tile_w;
  // Next to the cells, even if they don't fill the height of their area.
  const float down = std::max(0.0F, rect_of(pen.view, {0, 0}).y);
  const float middle = row.y + row.h / 2 + down;
  for (std::uint32_t x = (span.first.x + spacing - 1) / spacing * spacing; x < span.end.x;
       x += spacing) {
    const Rect cell = rect_of(pen.view, {x, 0}, map.tile_w);
    const float at = row.x + cell.x + cell.w / 2;
    const std::string words = text::Texts::grouped(x / map.tile_w);
    const float half = canvas.measure(FontRole::mono, size, words) / 2;
    if (at - half < row.x - canvas.px(8) || at + half > row.x + row.w + canvas.px(8)) continue;
    canvas.label(text_at(at, middle, FontRole::mono, size, canvas.palette().text_faint, words,
                         AlignX::center));
  }
}

void draw_rows(const MapPen& pen) {
  const Rect& column = pen.layout.left;
  if (column.w <= 0) return;
  Canvas& canvas = pen.canvas;
  const MapField& map = pen.map;
  const float size = canvas.px(text_small);
  const MapSpan span = visible_cells(pen.layout.frame, pen.view);
  const double pitch = pen.view.px_y * map.tile_h;
  const bool says_code = map.kind() == MapKind::banks && pitch >= size * 1.15F;
  const std::uint32_t spacing =
      says_code ? 1 : round_step(size * 2.6F / pitch, map.kind() != MapKind::banks) * map.tile_h;
  const float right =
      column.x + column.w - canvas.px(7) + std::max(0.0F, rect_of(pen.view, {0, 0}).x);
  for (std::uint32_t y = (span.first.y + spacing - 1) / spacing * spacing; y < span.end.y;
       y += spacing) {
    const Rect cell = rect_of(pen.view, {0, y}, 1, map.tile_h);
    float middle = column.y + cell.y + cell.h / 2;
    // If rows are low, keep the first row's name out of the corner.
    if (y == 0 && cell.y >= 0) middle = std::max(middle, column.y + size / 2);
    if (middle - size / 2 < column.y - canvas.px(6) ||
        middle + size / 2 > column.y + column.h + canvas.px(6)) {
      continue;
    }
    canvas.label(text_at(right, middle, FontRole::mono, size, canvas.palette().text_faint,
                         says_code ? row_text(map, y) : number_of_row(map, y), AlignX::right));
  }
}

// The names of both axes, in the corner between them.
void draw_names(const MapPen& pen) {
  const Rect& row = pen.layout.axis;
  if (row.h <= 0 || pen.map.kind() != MapKind::banks) return;
  Canvas& canvas = pen.canvas;
  const float size = canvas.px(text_small);
  const float middle = row.y + row.h / 2;
  canvas.explained_label(text_at(row.x - canvas.px(7), middle, FontRole::ui, size,
                                 canvas.palette().text_faint, {}, AlignX::right),
                         "maps.bank", pen.layout.left.w);
  canvas.explained_label(
      text_at(pen.layout.right.x, middle, FontRole::ui, size, canvas.palette().text_faint, {}),
      "maps.waves", pen.layout.right.w);
}

}  // namespace

void draw_map_axes(const MapPen& pen) {
  draw_columns(pen);
  draw_rows(pen);
  draw_names(pen);
}

}  // namespace lanescope::picture
