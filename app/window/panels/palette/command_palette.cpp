#include "app/window/panels/palette/command_palette.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "app/window/panels/base/overlay.h"
#include "app/window/toolkit/widgets.h"

namespace lanescope::app {
namespace {

constexpr float sheet_width = 720;  // units
constexpr float field_height = 40;
constexpr float row_height = 36;
constexpr float kind_width = 104;
constexpr float most_rows = 13;

}  // namespace

void CommandPalette::open(const PaletteSources& sources, bool by_slash) {
  filter_.begin(by_slash);
  language_ = sources.texts.language();
  entries_ = palette_entries(sources);
  match(sources);
}

void CommandPalette::match(const PaletteSources& sources, bool reads_again) {
  if (begins_path(filter())) {
    completion_.follow(filter(), reads_again);
    matches_ = path_matches(completion_.entries(), sources.texts, filter());
  } else {
    matches_ = palette_matches(entries_, sources, filter());
  }
  current_ = 0;
  scroll_.to_top();
}

void CommandPalette::move(int direction) {
  if (!matches_.empty()) {
    const auto count = static_cast<std::ptrdiff_t>(matches_.size());
    const auto at = static_cast<std::ptrdiff_t>(current_) + direction;
    current_ = static_cast<std::size_t>(((at % count) + count) % count);
    follows_ = true;
  }
}

bool CommandPalette::complete(const PaletteSources& sources) {
  if (!begins_path(filter())) return false;
  std::optional<std::string> path = completed(filter(), completion_.entries());
  if (!path && current_ < matches_.size() && !matches_[current_].completes.empty())
    path = matches_[current_].completes;
  if (!path) {
    move(1);
  } else {
    filter_.set(*std::move(path));
    match(sources);
  }
  return true;
}

void CommandPalette::erase(const PaletteSources& sources) {
  filter_.erase();
  match(sources);
}

std::optional<PaletteEntry> CommandPalette::choose(const PaletteSources& sources) {
  if (current_ >= matches_.size()) return std::nullopt;
  if (const std::string completes = matches_[current_].completes; !completes.empty()) {
    filter_.set(completes);
    match(sources);
    return std::nullopt;
  }
  return matches_[current_];
}

CommandPalette::Answer CommandPalette::draw(Ui& ui, const PaletteSources& sources) {
  const picture::Palette& palette = ui.palette();
  const text::Texts& texts = ui.texts();
  if (language_ != texts.language()) {
    language_ = texts.language();
    entries_ = palette_entries(sources);
    match(sources);
  }
  const bool was_path = begins_path(filter());
  if (filter_.take_typed(ui)) {
    match(sources, !was_path);
  } else if (has_news()) {
    match(sources);
  }
  draw_veil(ui);
  const float pad = ui.px(12);
  const float field_h = ui.px(field_height);
  const float row_h = ui.px(row_height);
  Rect sheet;
  sheet.w = std::min(ui.px(sheet_width), ui.width() - ui.px(16));
  sheet.y = std::round(ui.height() * 0.08F);
  const float rows =
      std::min(most_rows, std::floor((ui.height() - sheet.y - field_h - 4 * pad) / row_h));
  const float list_h = row_h * std::max(rows, 1.0F);
  sheet.h = field_h + list_h + 3 * pad;  // the same for every filter, so that nothing jumps
  sheet.x = std::round((ui.width() - sheet.w) / 2);
  draw_sheet(ui, sheet);
  filter_.draw(ui, {sheet.x + pad, sheet.y + pad, sheet.w - 2 * pad, field_h},
               texts.get("palette.hint"));

  Answer answer;
  const Rect area{sheet.x + pad, sheet.y + 2 * pad + field_h, sheet.w - 2 * pad, list_h};
  const float content = row_h * static_cast<float>(matches_.size());
  if (std::exchange(follows_, false)) {
    const float from = row_h * static_cast<float>(current_);
    scroll_.show(from, from + row_h, area.h);
  }
  const float scrolled = scroll_.begin(ui, area, content);
  ImGui::PushClipRect(ImVec2(area.x, area.y), ImVec2(right_of(area), bottom_of(area)), true);
  for (std::size_t i = 0; i < matches_.size(); ++i) {
    const Rect box{area.x, area.y - scrolled + row_h * static_cast<float>(i), area.w - ui.px(8),
                   row_h};
    if (bottom_of(box) <= area.y || box.y >= bottom_of(area)) continue;
    const Press press = ui.item("palette." + matches_[i].id, box, false);
    if (moved_over(press) || press.pressed) current_ = i;
    draw_row(ui, matches_[i], box, i == current_);
    answer.chosen = answer.chosen || press.pressed;
  }
  ImGui::PopClipRect();
  scroll_.draw_rail(ui, area, content);
  if (matches_.empty()) {
    ui.text(area.x + area.w / 2, area.y + row_h,
            texts.get("palette.none", fmt::arg("text", filter())),
            {FontRole::ui, picture::text_body, palette.text_dim, picture::AlignX::center});
  }
  answer.dismissed = is_dismissed(ui, sheet);
  return answer;
}

void CommandPalette::draw_row(Ui& ui, const PaletteEntry& entry, const Rect& box,
                              bool is_current) const {
  const picture::Palette& palette = ui.palette();
  if (is_current) {
    ui.fill(box, palette.selection, ui.px(6));
    ui.outline(box, palette.selection_border, std::max(ui.px(1), 1.0F), ui.px(6));
  }
  const float middle = box.y + box.h / 2;
  const float pad = ui.px(12);
  const std::string kind = ui.texts().get(std::string("palette.kind.") + name_of(entry.kind));
  ui.text(box.x + pad, middle, kind, {FontRole::ui, picture::text_small, palette.text_faint},
          ui.px(kind_width) - 2 * pad);
  float x = box.x + ui.px(kind_width);
  if (entry.on) {
    const float side = ui.px(8);
    ui.fill({x - ui.px(14), std::round(middle - side / 2), side, side}, palette.good, side / 2);
  }
  float right = right_of(box) - pad;
  if (!entry.keys.empty()) {
    right -= keycap_width(ui, entry.keys);
    draw_keycap(ui, right, middle, entry.keys);
    right -= pad;
  }
  x += ui.text(x, middle, entry.title, {FontRole::ui, picture::text_body + 1, palette.text},
               right - x);
  if (!entry.detail.empty() && right - x > ui.px(48)) {
    ui.text(x + pad, middle, entry.detail, {FontRole::ui, picture::text_body, palette.text_dim},
            right - x - pad);
  }
}

}  // namespace lanescope::app
