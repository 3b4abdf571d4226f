#include "app/window/toolkit/notice.h"

#include <algorithm>
#include <cmath>

#include "app/window/toolkit/widgets.h"

namespace lanescope::app {
namespace {

constexpr float notice_mark_side = 14;  // units
constexpr float notice_mark_gap = 8;
constexpr double seconds_to_see = 4;  // before the mouse ends it
constexpr double seconds_for_a_byte = 0.08;
constexpr double least_seconds = 10;

}  // namespace

bool NoticeLife::is_over(const std::string& shown, double now_s) {
  now_s_ = now_s;
  if (shown != text_) {
    text_ = shown;
    begin_s_ = now_s;
    end_s_ =
        now_s + std::max(least_seconds,
                         seconds_to_see + seconds_for_a_byte * static_cast<double>(shown.size()));
    watches_mouse_ = false;
  }
  return !text_.empty() && now_s >= end_s_;
}

bool NoticeLife::is_left(float mouse_x, float mouse_y, bool mouse_is_on_it) {
  if (text_.empty() || now_s_ < begin_s_ + seconds_to_see) return false;
  const bool moved = watches_mouse_ && (mouse_x != mouse_x_ || mouse_y != mouse_y_);
  watches_mouse_ = true;
  mouse_x_ = mouse_x;
  mouse_y_ = mouse_y;
  return moved && !mouse_is_on_it;
}

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
