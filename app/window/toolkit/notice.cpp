#include "app/window/toolkit/notice.h"

#include <algorithm>
#include <cmath>

#include "app/window/toolkit/widgets.h"

namespace lanescope::app {
namespace {

constexpr float notice_mark_side = 14;  // units
constexpr float notice_mark_gap = 8;

}  // namespace

float notice_mark_width(const Ui& ui, NoticeKind kind) {
  return kind == NoticeKind::news ? 0 : ui.px(notice_mark_side) + ui.px(notice_mark_gap);
}

float draw_notice_mark(Ui& ui, float x, float middle, NoticeKind kind) {
  const float side = ui.px(notice_mark_side);
  const Rect box{std::round(x), std::round(middle - side / 2), side, side};
  if (kind == NoticeKind::done) {
    draw_tick(ui, box);
  } else if (kind == NoticeKind::failed) {
    const picture::Palette& palette = ui.palette();
    ui.fill(box, palette.error_text, side / 2);
    const Rect cross = shrunk(box, std::round(side * 0.3F));
    const float width = std::max(ui.px(2), 1.5F);
    ui.line(cross.x, cross.y, right_of(cross), bottom_of(cross), palette.background, width);
    ui.line(cross.x, bottom_of(cross), right_of(cross), cross.y, palette.background, width);
  }
  return notice_mark_width(ui, kind);
}

}  // namespace lanescope::app
