#include "viz/picture/index/threads.h"

#include <algorithm>

#include "viz/picture/core/canvas.h"
#include "viz/picture/core/frame.h"
#include "viz/picture/index/text.h"

namespace lanescope::picture {
namespace {

Rect apart(const BlockPen& pen, const launch::Dim3& at, const Rect& cell) {
  if (cell.w < 6) return cell;
  const std::uint32_t warp = launch::warp_of(launch::thread_number(pen.block(), at));
  const auto gap = [&](std::size_t axis, int step) {
    launch::Dim3 other = at;
    other[axis] += static_cast<std::uint32_t>(step);  // below 0 it wraps to outside the block
    const bool there = other[axis] < pen.block()[axis];
    const bool same = there && launch::warp_of(launch::thread_number(pen.block(), other)) == warp;
    return there && !same ? far_gap(pen) : 0.5F;
  };
  const bool folded = pen.cells.lines_per_row > 1;
  const float up = folded ? far_gap(pen) / 2 : gap(1, -1);
  const float down = folded ? far_gap(pen) / 2 : gap(1, 1);
  return snapped(cell.x + gap(0, -1), cell.y + up, cell.x + cell.w - gap(0, 1),
                 cell.y + cell.h - down);
}

void draw_idle(const BlockPen& pen, const Rect& rect, std::uint32_t lane, float digits) {
  Canvas& canvas = pen.canvas;
  canvas.waste(rect, std::min(canvas.px(3), rect.w / 5));
  canvas.hit(rect, HitKind::none, lane,
             canvas.texts().get("index.idle_tip", fmt::arg("lane", lane),
                                fmt::arg("warp", launch::warps_in(pen.block()) - 1)));
  if (digits <= 0) return;
  // A background under the digit hides the stripes.
  const Label label = text_at(rect.x + rect.w / 2, rect.y + rect.h / 2, FontRole::mono, digits,
                              canvas.palette().text_faint, std::to_string(lane), AlignX::center);
  const float w = canvas.measure(label.font, digits, label.text) + 2;
  // A digit needs extra room among stripes. All digits of a warp get it, or none is drawn.
  if (canvas.measure(label.font, digits, "31") + 2 + canvas.px(4) > rect.w) return;
  const float h = std::min(rect.h, digits * 1.1F);
  canvas.fill(snapped(label.x - w / 2, label.y - h / 2, label.x + w / 2, label.y + h / 2),
              canvas.palette().waste_fill);
  canvas.label(label);
}

}  // namespace

float far_gap(const BlockPen& pen) {
  return std::min(pen.cells.cell, pen.cells.line) < 16 ? 1.0F
                                                       : std::max(2.0F, pen.canvas.whole_px(2));
}

void draw_thread(const BlockPen& pen, const launch::Dim3& at) {
  const auto cell = pen.cells.rect_of(at);
  if (!cell) return;
  Canvas& canvas = pen.canvas;
  const Palette& palette = canvas.palette();
  const std::uint32_t number = launch::thread_number(pen.block(), at);
  const std::uint32_t lane = launch::lane_of(number);
  const std::uint32_t warp = launch::warp_of(number);
  const bool own = warp == pen.warp;
  Box box;
  box.rect = apart(pen, at, *cell);
  box.radius = std::min(canvas.px(3), box.rect.w / 5);
  const Color grey = warp % 2 == 0
                         ? palette.panel_raised
                         : mixed(palette.panel_raised, with_alpha(palette.text, 0.12F), 1);
  box.fill = own ? palette.lane[lane] : grey;
  if (own && std::min(box.rect.w, box.rect.h) >= 12) {
    box.border = palette.lane_border;
    box.border_width = 1;
  }
  canvas.box(box);
  if (pen.digits > 0) {
    canvas.centred(box.rect, own ? FontRole::mono_bold : FontRole::mono, pen.digits,
                   own ? palette.lane_text[lane] : ink_on(palette, grey), std::to_string(lane), 0);
  }
  canvas.hit(*cell, HitKind::thread, number, thread_tooltip(pen.input, number, canvas.texts()));
}

// A ring of two colours around the chosen thread: one of the two shows on any lane's colour.
void draw_thread_ring(const BlockPen& pen) {
  const auto cell = pen.cells.rect_of(pen.input.place.thread);
  if (!cell) return;
  Canvas& canvas = pen.canvas;
  const Rect inner = apart(pen, pen.input.place.thread, *cell);
  const float w = std::min(canvas.whole_px(2), std::max(1.0F, inner.w / 6));
  const float radius = std::min(canvas.px(3), inner.w / 5);
  if (inner.h >= 14) canvas.outline(inner, canvas.palette().panel, w, radius);
  canvas.outline({inner.x - w, inner.y - w, inner.w + 2 * w, inner.h + 2 * w},
                 canvas.palette().text, w, radius + w);
}

void draw_idle_lanes(const BlockPen& pen, bool in_line, const Rect& strip) {
  const std::uint32_t idle = launch::idle_lanes(pen.block());
  if (idle == 0) return;
  Canvas& canvas = pen.canvas;
  const std::uint32_t first = launch::lanes_per_warp - idle;
  if (in_line) {
    for (std::uint32_t i = 0; i < idle; ++i) {
      if (const auto cell = pen.cells.rect_behind(pen.block()[0] + i)) {
        const float inset = cell->w >= 6 ? 1 : 0;
        draw_idle(pen, {cell->x + inset, cell->y + inset, cell->w - 2 * inset, cell->h - 2 * inset},
                  first + i, pen.digits);
      }
    }
    return;
  }
  if (strip.h < 4) return;
  const std::string name =
      canvas.texts().get("index.idle_row", fmt::arg("warp", launch::warps_in(pen.block()) - 1));
  const float size = canvas.px(text_small);
  const float name_w = canvas.measure(FontRole::ui, size, name) + canvas.px(8);
  float x = strip.x;
  if (name_w < strip.w * 0.45F) {
    canvas.label(
        text_at(x, strip.y + strip.h / 2, FontRole::ui, size, canvas.palette().text_faint, name));
    x += name_w;
  }
  const float cell =
      std::min({(strip.x + strip.w - x) / static_cast<float>(idle), pen.cells.cell, canvas.px(24)});
  const float digits = digit_size(canvas, cell - 2, strip.h, size);
  for (std::uint32_t i = 0; i < idle; ++i) {
    const float left = x + static_cast<float>(i) * cell;
    draw_idle(pen, snapped(left, strip.y, left + std::max(1.0F, cell - 1), strip.y + strip.h),
              first + i, digits);
  }
}

}  // namespace lanescope::picture
