#include "app/window/panels/base/typed_filter.h"

#include <algorithm>
#include <array>
#include <cctype>

#include <imgui_internal.h>

namespace lanescope::app {

void append_utf8(std::string& text, unsigned int c) {
  std::array<char, 5> utf8{};
  text += ImTextCharToUtf8(utf8.data(), c);
}

namespace {

bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xc0U) == 0x80U; }

// What is typed next stands at the end, so that is what stays visible.
std::string end_that_fits(Ui& ui, const std::string& text, const TextStyle& text_style,
                          float room) {
  if (ui.text_width(text, text_style) <= room) return text;
  std::size_t begin = 0;
  std::string shown;
  do {
    do {
      ++begin;
    } while (begin < text.size() && continues_character(text[begin]));
    shown = "…" + text.substr(begin);
  } while (begin < text.size() && ui.text_width(shown, text_style) > room);
  return shown;
}

}  // namespace

void TypedFilter::begin(bool by_slash) {
  text_.clear();
  all_selected_ = false;
  awaits_slash_ = by_slash;
}

void TypedFilter::erase() {
  if (std::exchange(all_selected_, false)) return text_.clear();
  while (!text_.empty() && continues_character(text_.back())) text_.pop_back();
  if (!text_.empty()) text_.pop_back();
}

void TypedFilter::add(unsigned int code_point) {
  if (code_point < 32 || code_point == 127) return;
  if (std::exchange(awaits_slash_, false) && code_point == '/') return;
  if (std::exchange(all_selected_, false)) text_.clear();
  if (text_.size() < max_bytes && !(text_.empty() && code_point == ' '))
    append_utf8(text_, code_point);
}

void TypedFilter::add_byte(char byte) {
  const auto value = static_cast<unsigned char>(byte);
  if (value < 32 || value == 127) return;
  if (std::exchange(all_selected_, false)) text_.clear();
  if (text_.size() < max_bytes) text_ += byte;
}

bool TypedFilter::take_typed(Ui& ui) {
  const std::string before = text_;
  if (ui.take_select_all()) select_all();
  for (const ImWchar character : ImGui::GetIO().InputQueueCharacters)
    add(static_cast<unsigned int>(character));
  return text_ != before;
}

void TypedFilter::draw(Ui& ui, const Rect& field, const std::string& hint,
                       bool has_keyboard) const {
  const picture::Palette& palette = ui.palette();
  ui.fill(field, palette.well, ui.px(6));
  ui.outline(field, palette.hairline, std::max(ui.px(1), 1.0F), ui.px(6));
  const float middle = field.y + field.h / 2;
  const TextStyle text_style{FontRole::ui, picture::text_body,
                             empty() ? palette.text_faint : palette.text};
  const float x = field.x + ui.px(12);
  const float room = field.w - ui.px(24);
  const std::string shown = end_that_fits(ui, text_, text_style, room);
  if (all_selected_) {
    const float marked = std::min(ui.text_width(shown, text_style), room);
    ui.fill({x, middle - ui.px(10), marked, ui.px(20)}, palette.selection);
  }
  const float w = ui.text(x, middle, empty() ? hint : shown, text_style, room);
  if (!has_keyboard) return;
  const float cursor = empty() ? x - ui.px(3) : x + w + ui.px(1);
  ui.fill({cursor, middle - ui.px(9), std::max(ui.px(1.5F), 1.0F), ui.px(18)}, palette.text);
}

std::string lower(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

}  // namespace lanescope::app
