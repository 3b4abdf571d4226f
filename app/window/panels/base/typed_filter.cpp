#include "app/window/panels/base/typed_filter.h"

#include <algorithm>
#include <cctype>

namespace lanescope::app {
namespace {

void append_utf8(std::string& text, unsigned int c) {
  const auto byte = [&](unsigned int value) { text += static_cast<char>(value); };
  if (c < 0x80) {
    byte(c);
  } else if (c < 0x800) {
    byte(0xc0U | (c >> 6U));
    byte(0x80U | (c & 0x3fU));
  } else {
    byte(0xe0U | (c >> 12U));
    byte(0x80U | ((c >> 6U) & 0x3fU));
    byte(0x80U | (c & 0x3fU));
  }
}

}  // namespace

void TypedFilter::begin(bool by_slash) {
  text_.clear();
  all_selected_ = false;
  awaits_slash_ = by_slash;
}

void TypedFilter::erase() {
  if (std::exchange(all_selected_, false)) return text_.clear();
  while (!text_.empty() && (static_cast<unsigned char>(text_.back()) & 0xc0U) == 0x80U)
    text_.pop_back();
  if (!text_.empty()) text_.pop_back();
}

void TypedFilter::add(unsigned int code_point) {
  if (code_point < 32 || code_point == 127) return;
  if (std::exchange(awaits_slash_, false) && code_point == '/') return;
  if (std::exchange(all_selected_, false)) text_.clear();
  if (text_.size() < max_bytes && !(text_.empty() && code_point == ' '))
    append_utf8(text_, code_point);
}

bool TypedFilter::take_typed(Ui& ui) {
  const std::string before = text_;
  if (ui.take_select_all()) select_all();
  for (const ImWchar character : ImGui::GetIO().InputQueueCharacters)
    add(static_cast<unsigned int>(character));
  return text_ != before;
}

void TypedFilter::draw(Ui& ui, const Rect& field, const std::string& hint) const {
  const picture::Palette& palette = ui.palette();
  ui.fill(field, palette.well, ui.px(6));
  ui.outline(field, palette.hairline, std::max(ui.px(1), 1.0F), ui.px(6));
  const float middle = field.y + field.h / 2;
  const TextStyle text_style{FontRole::ui, picture::text_body,
                             empty() ? palette.text_faint : palette.text};
  const float x = field.x + ui.px(12);
  if (all_selected_) {
    const float marked = std::min(ui.text_width(text_, text_style), field.w - ui.px(24));
    ui.fill({x, middle - ui.px(10), marked, ui.px(20)}, palette.selection);
  }
  const float w = ui.text(x, middle, empty() ? hint : text_, text_style, field.w - ui.px(24));
  const float cursor = empty() ? x - ui.px(3) : x + w + ui.px(1);
  ui.fill({cursor, middle - ui.px(9), std::max(ui.px(1.5F), 1.0F), ui.px(18)}, palette.text);
}

std::string lower(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

}  // namespace lanescope::app
