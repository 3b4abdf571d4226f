#include "app/window/panels/base/overlay.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/window/toolkit/widgets.h"

namespace lanescope::app {

void draw_veil(Ui& ui) {
  ui.fill({0, 0, ui.width(), ui.height()}, picture::with_alpha(ui.palette().background, 0.78F));
}

void draw_sheet(Ui& ui, const Rect& sheet) {
  ui.fill(sheet, ui.palette().panel, ui.px(12));
  ui.outline(sheet, ui.palette().hairline, std::max(ui.px(1), 1.0F), ui.px(12));
}

Rect sheet_in_middle(const Ui& ui, float w, float h, float above) {
  return {std::round((ui.width() - w) / 2), std::round((ui.height() - h) / above), w, h};
}

Rect sheet_below(const Ui& ui, float w, float h, const Rect& button) {
  const float edge = ui.px(16);
  const float x = std::min(right_of(button), ui.width() - edge) - w;
  const float y = std::min(bottom_of(button) + ui.px(8), ui.height() - edge - h);
  return {std::round(std::max(x, edge)), std::round(std::max(y, ui.px(8))), w, h};
}

RowsSheet draw_rows_sheet(Ui& ui, const std::string& title, float content) {
  constexpr float width = 940, head_height = 60, foot_height = 52;  // units
  draw_veil(ui);
  RowsSheet of;
  of.head = ui.px(head_height);
  of.foot = ui.px(foot_height);
  of.sheet = sheet_in_middle(
      ui, std::min(ui.px(width), ui.width() - ui.px(16)),
      std::min(std::max(of.head + of.foot + content, ui.px(188)), ui.height() - ui.px(24)));
  draw_sheet(ui, of.sheet);
  of.pad = ui.px(24);
  of.title_w = ui.text(of.sheet.x + of.pad, of.sheet.y + of.head / 2, title,
                       {FontRole::ui_bold, picture::text_title, ui.palette().text});
  of.rows = {of.sheet.x + ui.px(8), of.sheet.y + of.head, of.sheet.w - ui.px(16),
             of.sheet.h - of.head - of.foot};
  return of;
}

bool moved_over(const Press& press) {
  const ImGuiIO& io = ImGui::GetIO();
  return press.hovered && (io.MouseDelta.x != 0 || io.MouseDelta.y != 0 || io.MouseWheel != 0);
}

bool is_dismissed(Ui& ui, const Rect& sheet) {
  const picture::Palette& palette = ui.palette();
  const float side = ui.px(24);
  const Rect close{std::round(std::min(right_of(sheet) - side * 0.6F, ui.width() - side)),
                   std::round(std::max(sheet.y - side * 0.4F, 0.0F)), side, side};
  const Press press = ui.item("overlay.close", close, false);
  ui.fill(close, palette.panel_raised, side / 2);
  ui.outline(close, press.hovered ? palette.text : palette.text_faint, std::max(ui.px(1), 1.0F),
             side / 2);
  const Rect cross = shrunk(close, std::round(side * 0.34F));
  const Color& ink = press.hovered ? palette.text : palette.text_dim;
  const float width = std::max(ui.px(1.6F), 1.0F);
  ui.line(cross.x, cross.y, right_of(cross), bottom_of(cross), ink, width);
  ui.line(cross.x, bottom_of(cross), right_of(cross), cross.y, ink, width);
  if (press.hovered) ui.tooltip(ui.texts().get("keys.close_tip"));
  const ImVec2 mouse = ImGui::GetMousePos();
  // What lies above the sheet, such as the progress of a program, takes its own clicks.
  const std::optional<Rect>& item = ui.hovered_area();
  const bool is_outside = !sheet.contains(mouse.x, mouse.y) && !close.contains(mouse.x, mouse.y) &&
                          !(item && item->contains(mouse.x, mouse.y));
  return press.pressed || (ImGui::IsMouseClicked(0) && is_outside);
}

namespace {

void draw_tick_box(Ui& ui, const Rect& box, bool ticked) {
  const picture::Palette& palette = ui.palette();
  if (!ticked) {
    ui.outline(box, palette.text_faint, std::max(ui.px(1.5F), 1.0F), ui.px(4));
    return;
  }
  draw_tick(ui, box);
}

}  // namespace

void Menu::open(std::vector<Entry> entries, std::size_t chosen) {
  if (entries.size() != entries_.size()) first_ = 0;
  entries_ = std::move(entries);
  shown_current_.reset();
  go_to(chosen);
}

void Menu::go_to(std::size_t index) {
  current_ = std::min(index, entries_.empty() ? 0 : entries_.size() - 1);
}

void Menu::move(int direction) {
  if (entries_.empty()) return;
  const std::size_t count = entries_.size();
  current_ = direction > 0 ? (current_ + 1) % count : (current_ + count - 1) % count;
}

// Keeps the current entry among those that are visible, and follows the wheel and two buttons.
void Menu::scroll(Ui& ui, const Rect& sheet, float title_h, std::size_t visible) {
  const std::size_t last = entries_.size() - std::min(visible, entries_.size());
  if (shown_current_ != current_) {
    shown_current_ = current_;
    first_ = std::clamp(first_, current_ >= visible ? current_ - visible + 1 : 0, current_);
  }
  first_ = std::min(first_, last);
  if (last == 0) return;
  const float side = ui.px(32);
  const float top = sheet.y + std::round((title_h - side) / 2);
  const Rect down{right_of(sheet) - ui.px(16) - side, top, side, side};
  const Rect up{down.x - side - ui.px(4), top, side, side};
  const auto by = static_cast<int>(std::round(ui.wheel_over(sheet) * 2));
  const auto page = static_cast<int>(std::max<std::size_t>(visible, 2) - 1);
  const bool pressed_up =
      button(ui, "menu.up", up, {.glyph = Glyph::up, .enabled = first_ > 0}).pressed;
  const bool pressed_down =
      button(ui, "menu.down", down, {.glyph = Glyph::down, .enabled = first_ < last}).pressed;
  const int moved = by + (pressed_down ? page : 0) - (pressed_up ? page : 0);
  first_ = static_cast<std::size_t>(
      std::clamp(static_cast<int>(first_) + moved, 0, static_cast<int>(last)));
}

Menu::Answer Menu::draw(Ui& ui, const std::string& title, const std::string& note,
                        const std::optional<Rect>& button) {
  const picture::Palette& palette = ui.palette();
  draw_veil(ui);
  const float row_h = ui.px(44);
  const float title_h = ui.px(52);
  const float pad = ui.px(16);
  const float note_h = note.empty() ? 0 : ui.px(32);
  const float room = ui.height() - ui.px(64) - title_h - note_h;
  const auto visible = static_cast<std::size_t>(
      std::clamp(std::floor(room / row_h), 1.0F,
                 static_cast<float>(std::max<std::size_t>(entries_.size(), 1))));
  const float w = std::min(ui.px(560), ui.width() - ui.px(32));
  const float h = title_h + row_h * static_cast<float>(visible) + note_h + pad;
  const Rect sheet = button ? sheet_below(ui, w, h, *button) : sheet_in_middle(ui, w, h, 3);
  draw_sheet(ui, sheet);
  ui.text(sheet.x + ui.px(24), sheet.y + title_h / 2, title,
          {FontRole::ui_bold, picture::text_title, palette.text});

  Answer answer;
  scroll(ui, sheet, title_h, visible);
  const std::size_t first = first_;
  for (std::size_t i = first; i < std::min(first + visible, entries_.size()); ++i) {
    const Entry& entry = entries_[i];
    const Rect box{sheet.x + ui.px(8), sheet.y + title_h + row_h * static_cast<float>(i - first),
                   sheet.w - ui.px(16), row_h};
    const Press press = ui.item("menu." + std::to_string(i), box, false);
    if (moved_over(press)) current_ = i;
    if (i == current_) {
      ui.fill(box, palette.selection, ui.px(6));
      ui.outline(box, palette.selection_border, std::max(ui.px(1), 1.0F), ui.px(6));
    }
    const Color color = entry.usable ? palette.text : palette.error_text;
    const float middle = box.y + box.h / 2;
    float x = box.x + pad;
    if (entry.mark) {
      const float side = ui.px(18);
      draw_tick_box(ui, {x, std::round(middle - side / 2), side, side}, *entry.mark);
      x += side + ui.px(12);
    }
    const TextStyle detail_style{FontRole::ui, picture::text_body, palette.text_dim,
                                 picture::AlignX::right};
    // A long detail leaves the title its share; a short one leaves it the rest.
    const float all = right_of(box) - pad - x;
    const float title_room =
        entry.detail.empty()
            ? all
            : std::max(all - ui.text_width(entry.detail, detail_style) - pad, box.w * 0.6F);
    const float title_w =
        x - box.x - pad +
        ui.text(x, middle, entry.title, {FontRole::ui, picture::text_title, color}, title_room);
    if (!entry.detail.empty())
      ui.text(right_of(box) - pad, middle, entry.detail, detail_style, box.w - title_w - 3 * pad);
    if (press.hovered && !entry.usable) ui.tooltip(entry.detail);
    if (press.pressed && entry.usable) answer.chosen = i;
  }
  if (!note.empty()) {
    ui.text(sheet.x + ui.px(24), sheet.y + sheet.h - pad - note_h / 2, note,
            {FontRole::ui, picture::text_body, palette.text_dim}, sheet.w - ui.px(48));
  }
  answer.dismissed = is_dismissed(ui, sheet);
  return answer;
}

}  // namespace lanescope::app
