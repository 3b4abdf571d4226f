#include "app/window/panels/bars/key_list.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "app/window/panels/base/overlay.h"
#include "app/window/toolkit/keys.h"
#include "app/window/toolkit/widgets.h"

namespace lanescope::app {
namespace {

KeyColumn column_of(const std::vector<KeyGroup>& groups, std::size_t first, std::size_t end) {
  KeyColumn column{first, end - first, 0, 0, 0};
  for (std::size_t i = first; i < end; ++i) {
    column.rows += static_cast<float>(groups[i].lines) + heading_rows;
    column.rows += i == first ? 0 : rows_above_heading;
    column.keys_w = std::max(column.keys_w, groups[i].keys_w);
    column.text_w = std::max(column.text_w, groups[i].text_w);
  }
  return column;
}

// Tries every way to split the groups into columns; there are only a handful of groups.
void part(const std::vector<KeyGroup>& groups, std::size_t first, std::size_t columns,
          std::vector<KeyColumn>& begun, std::vector<KeyColumn>& best) {
  if (columns == 1) {
    begun.push_back(column_of(groups, first, groups.size()));
    if (best.empty() || rows_of(begun) < rows_of(best)) best = begun;
    begun.pop_back();
    return;
  }
  for (std::size_t end = first + 1; end + columns - 1 <= groups.size(); ++end) {
    begun.push_back(column_of(groups, first, end));
    part(groups, end, columns - 1, begun, best);
    begun.pop_back();
  }
}

// The names of all languages, each in its own language; the current language first.
std::string language_names(const text::Texts& texts) {
  std::string names = texts.about().name;
  for (const text::Language& language : text::languages().all) {
    if (language.code != texts.language()) names += texts.get("keys.between") + language.name;
  }
  return names;
}

constexpr float max_row_units = 26;
constexpr float min_row_units = 18;  // more lines than fit scroll

// Sizes in pixels.
struct KeyListLayout {
  std::vector<KeyColumn> columns;
  float row_h = 0, width = 0;
};

// Chooses the number of columns that gives the tallest rows; of equal ones, the fewest columns.
KeyListLayout layout_of(const Ui& ui, const std::vector<KeyGroup>& groups, float room_w,
                        float room_h, float in_column, float between) {
  KeyListLayout best;
  for (std::size_t count = 1; count <= groups.size(); ++count) {
    KeyListLayout layout;
    layout.columns = key_columns(groups, count);
    for (const KeyColumn& column : layout.columns)
      layout.width += column.keys_w + in_column + column.text_w;
    layout.width += between * static_cast<float>(count - 1);
    layout.row_h = std::clamp(std::floor(room_h / rows_of(layout.columns)), ui.px(min_row_units),
                              ui.px(max_row_units));
    if (count > 1 && layout.width > room_w) break;
    // Where no number of columns fits without scrolling, the lowest scrolls least.
    const bool scrolls_less = layout.row_h == best.row_h && layout.row_h == ui.px(min_row_units) &&
                              rows_of(layout.columns) < rows_of(best.columns);
    if (layout.row_h > best.row_h || scrolls_less) best = std::move(layout);
  }
  return best;
}

}  // namespace

std::vector<KeyColumn> key_columns(const std::vector<KeyGroup>& groups, std::size_t columns) {
  std::vector<KeyColumn> begun;
  std::vector<KeyColumn> best;
  if (!groups.empty())
    part(groups, 0, std::clamp<std::size_t>(columns, 1, groups.size()), begun, best);
  return best;
}

float rows_of(const std::vector<KeyColumn>& columns) {
  float rows = 0;
  for (const KeyColumn& column : columns) rows = std::max(rows, column.rows);
  return rows;
}

std::vector<std::vector<const KeyLine*>> grouped_keys(const KeyContext& context) {
  std::vector<std::vector<const KeyLine*>> groups(1);
  for (const KeyLine& line : key_lines()) {
    if (works_here(line, context)) groups.front().push_back(&line);
  }
  std::string_view group;
  for (const KeyLine& line : key_lines()) {
    if (line.repeats_another || works_here(line, context)) continue;
    if (groups.size() == 1 || group != line.group_key) {
      group = line.group_key;
      groups.emplace_back();
    }
    groups.back().push_back(&line);
  }
  if (groups.front().empty()) groups.erase(groups.begin());
  return groups;
}

bool draw_key_list(Ui& ui, const KeyContext& context, Scroll& scroll) {
  const text::Texts& texts = ui.texts();
  const picture::Palette& palette = ui.palette();
  draw_veil(ui);
  const TextStyle keys_style{FontRole::mono, picture::text_body, palette.text};
  const TextStyle text_style{FontRole::ui, picture::text_body, palette.text_dim};
  const auto lines = grouped_keys(context);
  const std::string here = context.lecturing ? texts.get("keys.group.lecture")
                           : context.asked
                               ? texts.get("keys.group.question")
                               : texts.get(std::string("page.") + name_of(context.page));
  const bool has_here = works_here(*lines.front().front(), context);
  const std::string languages = language_names(texts);
  const auto text_of_line = [&](const KeyLine& line) {
    return texts.get(line.text_key, fmt::arg("languages", languages));
  };
  // What the mouse does has a word in place of a key.
  const auto keys_of = [&](const KeyLine& line) {
    return texts.has(line.keys) ? texts.get(line.keys) : std::string(line.keys);
  };
  std::vector<KeyGroup> groups;
  for (const auto& group : lines) {
    KeyGroup& size = groups.emplace_back();
    size.lines = group.size();
    for (const KeyLine* line : group) {
      size.keys_w = std::max(size.keys_w, ui.text_width(keys_of(*line), keys_style));
      size.text_w = std::max(size.text_w, ui.text_width(text_of_line(*line), text_style));
    }
  }
  const float pad = ui.px(24);
  const float gap = ui.px(16);
  const float between = ui.px(36);
  const std::string first = context.guided ? texts.get("keys.in_lesson") : std::string();
  const float line_h = ui.px(22);
  const float head_h = ui.px(48) + (first.empty() ? 0 : line_h);
  const KeyListLayout layout =
      layout_of(ui, groups, ui.width() - 4 * pad, ui.height() - 2 * pad - head_h, gap, between);
  const float height = rows_of(layout.columns) * layout.row_h;
  const float width = std::min(layout.width + 2 * pad, ui.width());
  const TextStyle first_style{FontRole::ui, picture::text_body, palette.text};
  const std::vector<std::string> sentence =
      first.empty() ? std::vector<std::string>() : ui.wrapped(first, first_style, width - 2 * pad);
  const float title_h = ui.px(48) + line_h * static_cast<float>(sentence.size());
  const Rect sheet = sheet_in_middle(ui, width, std::min(title_h + height + pad, ui.height()));
  draw_sheet(ui, sheet);
  float middle_of_head = sheet.y + ui.px(28);
  ui.text(sheet.x + pad, middle_of_head, texts.get("keys.title"),
          {FontRole::ui_bold, picture::text_title, palette.text});
  middle_of_head += ui.px(4);
  for (const std::string& line : sentence)
    ui.text(sheet.x + pad, middle_of_head += line_h, line, first_style);
  const Rect area{sheet.x, sheet.y + title_h, sheet.w, sheet.h - title_h - pad / 2};
  const float top = area.y - scroll.begin(ui, area, height);
  scroll.draw_rail(ui, area, height);
  ImGui::PushClipRect(ImVec2(area.x, area.y), ImVec2(right_of(area), bottom_of(area)), true);
  float x = sheet.x + pad;
  for (const KeyColumn& column : layout.columns) {
    float row = 0;
    const auto middle = [&] { return std::round(top + (row + 0.5F) * layout.row_h); };
    for (std::size_t i = column.first; i < column.first + column.count; ++i) {
      row += i == column.first ? 0 : rows_above_heading;
      const bool is_here = i == 0 && has_here;
      ui.text(x, middle(),
              is_here ? texts.get("keys.group.here", fmt::arg("page", here))
                      : texts.get(lines[i].front()->group_key),
              {FontRole::ui_bold, picture::text_small, palette.good_text});
      row += heading_rows;
      for (const KeyLine* line : lines[i]) {
        ui.text(x, middle(), keys_of(*line), keys_style);
        const float text_x = x + column.keys_w + gap;
        ui.text(text_x, middle(), text_of_line(*line), text_style, right_of(sheet) - pad - text_x);
        row += 1;
      }
    }
    x += column.keys_w + gap + column.text_w + between;
  }
  ImGui::PopClipRect();
  return is_dismissed(ui, sheet);
}

}  // namespace lanescope::app
