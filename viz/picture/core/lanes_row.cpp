#include "viz/picture/core/lanes_row.h"

#include <algorithm>
#include <cmath>

#include "viz/picture/core/frame.h"

namespace lanescope::picture {

float Columns::byte_x(int byte, bool right_edge) const {
  const int word = byte / 4;
  int gaps = word / 8;
  // The right edge of a sector lies before its gap, the left edge of the next one after it.
  if (byte == 128 || (right_edge && byte % 32 == 0 && byte > 0)) gaps = byte / 32 - 1;
  return x + static_cast<float>(byte) / 4 * column + static_cast<float>(gaps) * gap;
}

float Columns::center(int column_index) const {
  return (byte_x(column_index * 4) + byte_x(column_index * 4 + 4, true)) / 2;
}

Rect Columns::cell(int column_index, float y, float height) const {
  return snapped(byte_x(column_index * 4), y, byte_x(column_index * 4 + 4, true), y + height);
}

Columns columns_in(const Canvas& canvas, float x, float width) {
  Columns columns;
  columns.x = std::round(x);
  columns.gap = width >= canvas.px(360) ? canvas.whole_px(4) : 2;
  columns.column = std::max(1.0F, (width - 3 * columns.gap) / 32);
  if (columns.column >= 8) columns.column = std::floor(columns.column);
  return columns;
}

void draw_lane_chips(Canvas& canvas, const Columns& columns, float y, float height,
                     const memory::WarpAccess& access, std::optional<int> chosen,
                     const std::function<std::string(int lane)>& tooltip, std::uint32_t bad) {
  const Palette& palette = canvas.palette();
  const float size =
      digit_size(canvas, columns.column - canvas.whole_px(1), height, canvas.px(text_small));
  for (int lane = 0; lane < memory::warp_lanes; ++lane) {
    const auto index = static_cast<std::size_t>(lane);
    const bool on = access.lane_is_active(lane);
    const Rect cell = columns.cell(lane, y, height);
    const float gap = cell.w >= 8 ? canvas.whole_px(1) : 0;
    const Rect rect{cell.x, cell.y, cell.w - gap, cell.h};
    Box box;
    box.rect = rect;
    box.radius = std::min(canvas.px(3), rect.w / 4);
    box.fill = on ? palette.lane[index] : Color{0, 0, 0, 0};
    box.border = on ? palette.lane_border : palette.hairline;
    // Narrow chips get a thin border, to leave room for the digits.
    const float border = rect.w >= canvas.px(16) ? canvas.whole_px(1) : 1;
    box.border_width = rect.w >= 6 ? border : 0;
    const bool wrong = ((bad >> lane) & 1U) != 0;
    if (wrong) {
      box.fill = {0, 0, 0, 0};
      box.border = palette.error_text;
      box.border_width = std::min(canvas.whole_px(2), std::max(1.0F, rect.w / 4));
    }
    if (chosen == lane) frame_chosen(canvas, box, on ? index : palette.lane.size());
    canvas.box(box);
    canvas.centred(rect, on || wrong ? FontRole::mono_bold : FontRole::mono, size,
                   wrong ? palette.error_text
                   : on  ? palette.lane_text[index]
                         : palette.text_faint,
                   wrong ? "!" : std::to_string(lane));
    canvas.hit(cell, HitKind::lane, index, tooltip(lane));
  }
}

Color lane_stroke(const Palette& palette, int lane) {
  const Color& color = palette.lane[static_cast<std::size_t>(lane)];
  // Lines are thin: with less contrast, half of the warp's would not show on a projector.
  const float least = palette.theme == Theme::contrast ? 4.0F : 2.5F;
  for (float amount = 0; amount < 1; amount += 0.1F) {
    const Color stroke = mixed(color, palette.text_dim, amount);
    if (contrast(stroke, palette.panel) >= least) return stroke;
  }
  return palette.text_dim;
}

void draw_axis_name(Canvas& canvas, std::string_view text_key, float left, float x, float y) {
  const float size = canvas.px(text_small);
  const std::string text = canvas.texts().get(text_key);
  if (canvas.measure(FontRole::ui, size, text) > x - left + 0.5F) return;
  canvas.explained_label(
      text_at(x, y, FontRole::ui, size, canvas.palette().text_faint, text, AlignX::right),
      text_key);
}

void draw_row_name(Canvas& canvas, const std::string& text, FontRole font, float size, float left,
                   float x, float y) {
  const Label label = text_at(x, y, font, size, canvas.palette().text_faint, text, AlignX::right);
  canvas.label_within(label, x - left + 0.5F);
}

}  // namespace lanescope::picture
