#include "app/window/toolkit/layout.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

namespace lanescope::app {
namespace {

// In units.
constexpr float gap = 8;
constexpr float status_height = 28;
constexpr float low_height = 800;    // of the whole window; below it, the bars are lower
constexpr float short_height = 420;  // below it, every row counts
constexpr float status_from = 560;   // below it, there is no status bar
constexpr float tab_gap = 2;
constexpr float min_launch = 440;  // width; below it, variant and parameters are in the top bar
constexpr float strip_height = 168;
constexpr float min_strip_height = 150;
constexpr float selector_row = 34;
constexpr float selectors_height = 2 * selector_row + gap;  // without the strip of accesses
constexpr float counts_height = 180;
constexpr float sites_header = 72;
constexpr float site_row = 26;
constexpr float min_two_columns = 820;   // width needed for code beside the stage
constexpr float min_stage_height = 470;  // minimum; below it the table is dropped
constexpr float min_stage_beside_message = 280;
constexpr float min_code_height = 180;  // minimum; below it the counts are dropped
constexpr float min_code_beside_counts = 110;
// Column height; below it, the counts are a page.
constexpr float enough_for_counts = min_code_height + strip_height + counts_height + 2 * gap;
constexpr float enough_code = 460;  // a kernel of 18 lines; strip and counts share the rest
constexpr float table_rows = 4;
constexpr float offer_height = 130;         // three lines of text
constexpr float narrow_offer_height = 152;  // one more
constexpr float narrow_offer = 540;         // column width below which the offer is narrow
constexpr float low_offer_height = 48;
constexpr float enough_for_offer = 520;  // column height; below it the offer is one row
constexpr float guide_share = 0.55F;     // minimum share of the column
constexpr float max_guide_share = 0.72F;
// Within these a step's text and the answer with its reason are seen together.
constexpr float answer_share = 0.68F;
constexpr float enough_for_answer = 560;
constexpr float code_line = 22;
constexpr float code_header = 40;
constexpr float min_guide_height = 330;
constexpr float min_code_below_guide = 120;
constexpr float enough_code_below_guide = 330;  // above it, the strip is shown again

struct Column {
  float x, y, w, bottom, gap;
  // Takes `h`, plus the gap above it, from the bottom.
  picture::Rect from_bottom(float h) {
    const picture::Rect rect{x, bottom - h, w, h};
    bottom -= h + gap;
    return rect;
  }
  [[nodiscard]] picture::Rect rest() const { return {x, y, w, std::max(bottom - y, 0.0F)}; }
};

// Heights of the two bars above the panels, in units.
struct Bars {
  float top, strip, tab;
};

Bars bars_for(float height, float scale) {
  return height < short_height * scale ? Bars{40, 30, 24}
         : height < low_height * scale ? Bars{44, 40, 32}
                                       : Bars{56, 48, 36};
}

float margin_for(float height, float scale) {
  return std::round((height < short_height * scale ? gap / 2 : gap) * scale);
}

// Width of the column at the left, in pixels.
float left_width(float width, float scale) {
  return std::round(std::clamp(width * 0.4F, std::round(320 * scale), std::round(680 * scale)));
}

// The strip of page tabs.
class TabPlacer {
 public:
  explicit TabPlacer(const LayoutInput& input)
      : input_(input),
        bars_(bars_for(input.height, input.scale)),
        inset_((px(bars_.strip) - px(bars_.tab)) / 2) {}

  [[nodiscard]] bool fits(float width, bool compact) const {
    return row_width(0, input_.tabs.size(), compact) + 2 * inset_ <= width;
  }
  [[nodiscard]] float row_height() const { return px(bars_.strip); }
  // Places the strip with its top left corner at (x, y), in as many rows as it needs.
  void lay_out(float x, float y, float width, Layout& layout) const {
    layout.compact_tabs = !fits(width, false);
    const std::vector<std::size_t> ends = rows_in(width, layout.compact_tabs);
    const float pitch = px(bars_.tab) + px(tab_gap);
    layout.pages = {x, y, width, row_height() + pitch * static_cast<float>(ends.size() - 1)};
    std::size_t first = 0;
    for (std::size_t row = 0; row < ends.size(); ++row) {
      float left = x + inset_;
      for (; first < ends[row]; ++first) {
        const float w = std::min(tab_width(first, layout.compact_tabs), width - 2 * inset_);
        layout.tabs.push_back(
            {left, y + inset_ + pitch * static_cast<float>(row), w, px(bars_.tab)});
        left += w + px(tab_gap);
      }
    }
  }

 private:
  [[nodiscard]] float px(float units) const { return std::round(units * input_.scale); }
  [[nodiscard]] float tab_width(std::size_t tab, bool compact) const {
    return compact ? input_.tabs[tab].compact : input_.tabs[tab].roomy;
  }
  [[nodiscard]] float row_width(std::size_t first, std::size_t end, bool compact) const {
    float width = 0;
    for (std::size_t i = first; i < end; ++i)
      width += tab_width(i, compact) + (i == first ? 0 : px(tab_gap));
    return width;
  }
  // For each row, the tab after its last. The rows are as even as the words allow.
  [[nodiscard]] std::vector<std::size_t> rows_in(float width, bool compact) const {
    const std::size_t count = input_.tabs.size();
    const float room = width - 2 * inset_;
    for (std::size_t rows = 1; rows < count; ++rows) {
      std::vector<std::size_t> ends;
      bool fit = true;
      for (std::size_t row = 0; row < rows; ++row) {
        const std::size_t first = ends.empty() ? 0 : ends.back();
        ends.push_back((count * (row + 1) + rows - 1) / rows);
        fit = fit && row_width(first, ends.back(), compact) <= room;
      }
      if (fit) return ends;
    }
    std::vector<std::size_t> each(std::max<std::size_t>(count, 1));
    std::iota(each.begin(), each.end(), count == 0 ? 0 : 1);
    return each;
  }

  const LayoutInput& input_;
  Bars bars_;
  float inset_;
};

// The stage, and the row of player controls below it.
void place_stage(const LayoutInput& input, const picture::Rect& area, Layout& layout) {
  const float row =
      input.has_player ? std::min(std::round(transport_height * input.scale), area.h) : 0;
  layout.stage = {area.x, area.y, area.w, area.h - row};
  layout.transport = {area.x, area.y + area.h - row, area.w, row};
}

void single_page(const LayoutInput& input, Column column, Layout& layout) {
  const auto px = [&](float units) { return std::round(units * input.scale); };
  switch (input.page) {
    case Page::stage:
      place_stage(input, column.rest(), layout);
      break;
    case Page::code:
      if (column.bottom - column.y > px(min_code_height + min_strip_height))
        layout.strip = column.from_bottom(px(min_strip_height));
      layout.code = column.rest();
      break;
    case Page::counts:
      if (column.bottom - column.y > px(counts_height + sites_header + 2 * site_row))
        layout.sites = column.from_bottom(column.bottom - column.y - px(counts_height + gap));
      layout.counts = column.rest();
      break;
    case Page::guide:
      layout.guide = column.rest();
      break;
    default:
      layout.page = column.rest();
  }
}

// The guide is above the code. Of the room below it, the code gets its share first.
void place_guide(const LayoutInput& input, Column& column, Layout& layout) {
  const auto px = [&](float units) { return std::round(units * input.scale); };
  const float height = column.bottom - column.y;
  const float offer = column.w < px(narrow_offer) ? narrow_offer_height : offer_height;
  float guide = px(height > px(enough_for_offer) ? offer : low_offer_height);
  if (input.guide == GuideDisplay::led) {
    const float code = px(code_header) + px(code_line) * static_cast<float>(input.code_lines);
    const float least =
        std::max(std::round(height * guide_share),
                 std::min(std::round(height * answer_share), px(enough_for_answer)));
    guide = std::clamp(height - column.gap - code, least, std::round(height * max_guide_share));
    guide = std::max(guide, px(min_guide_height));
    guide = std::min(guide, std::max(height - column.gap - px(min_code_below_guide),
                                     std::round(height * guide_share)));
  }
  layout.guide = {column.x, column.y, column.w, guide};
  column.y += guide + column.gap;
}

void left_column(const LayoutInput& input, Column column, Layout& layout) {
  const auto px = [&](float units) { return std::round(units * input.scale); };
  if (input.guide != GuideDisplay::none) place_guide(input, column, layout);
  const float height = column.bottom - column.y;
  if (input.guide == GuideDisplay::led) {
    if (input.page == Page::counts) {
      layout.counts = column.rest();
      return;
    }
    if (!input.asks && height > px(enough_code_below_guide + strip_height + gap))
      layout.strip = column.from_bottom(px(strip_height));
    layout.code = column.rest();
    return;
  }
  if (height > px(enough_for_counts)) {
    layout.counts = column.from_bottom(px(counts_height));
    layout.strip = column.from_bottom(px(strip_height));
  } else if (input.page == Page::counts && height > px(min_code_beside_counts + counts_height)) {
    layout.counts = column.from_bottom(px(counts_height));
  } else if (height > px(min_code_height + min_strip_height + gap)) {
    // Leaves room for a second row of selectors if the code can spare it.
    layout.strip = column.from_bottom(std::clamp(std::round(height * 0.4F), px(min_strip_height),
                                                 px(min_strip_height + selector_row)));
  } else if (input.page != Page::counts && height > px(min_code_height + selectors_height + gap)) {
    layout.strip = column.from_bottom(px(selectors_height));
  }
  layout.code = column.rest();
  const float spare = layout.code.h - px(enough_code);
  if (spare > 0 && layout.strip.h > 0 && layout.counts.h > 0) {
    const float strip_share = std::min(std::round(spare * 0.5F), px(80));
    const float counts_share = std::min(spare - strip_share, px(96));
    layout.counts.y -= counts_share;
    layout.counts.h += counts_share;
    layout.strip.y -= counts_share + strip_share;
    layout.strip.h += strip_share;
    layout.code.h -= counts_share + strip_share;
  }
}

void right_column(const LayoutInput& input, Column column, Layout& layout) {
  const auto px = [&](float units) { return std::round(units * input.scale); };
  if (replaces_stage(input.page)) {
    layout.page = column.rest();
    return;
  }
  const float height = column.bottom - column.y;
  const float table = px(sites_header + site_row * table_rows);
  // A message does not take the table away, as long as a picture is left.
  const float message = layout.message.h > 0 ? layout.message.h + column.gap : 0;
  const float room = height - table - px(gap);
  if (!input.asks && room + message >= px(min_stage_height) &&
      room >= px(min_stage_beside_message)) {
    layout.sites = column.from_bottom(table);
  } else if (!input.asks && input.page == Page::counts) {
    layout.sites = column.rest();  // the only page with room for every access
    return;
  }
  place_stage(input, column.rest(), layout);
}

}  // namespace

bool is_single_page(float width, float scale) {
  return width < std::round(min_two_columns * scale);
}

bool has_status_bar(float height, float scale) { return height > std::round(status_from * scale); }

bool has_tab(Page page, float width, float height, float scale) {
  if (is_single_page(width, scale) || page == Page::stage || replaces_stage(page)) return true;
  const Bars bars = bars_for(height, scale);
  const float status = height > status_from * scale ? status_height : gap;
  return page == Page::counts &&
         height <= (bars.top + bars.strip + 2 * gap + enough_for_counts + status) * scale;
}

Layout layout_for(const LayoutInput& wanted) {
  LayoutInput input = wanted;
  if (input.page == Page::guide && input.guide == GuideDisplay::none) input.page = Page::stage;
  const auto px = [&](float units) { return std::round(units * input.scale); };
  Layout layout;
  layout.single_page = is_single_page(input.width, input.scale);
  layout.top = {0, 0, input.width, px(bars_for(input.height, input.scale).top)};
  const float margin = margin_for(input.height, input.scale);
  const float width = input.width - 2 * margin;
  const float left = left_width(width, input.scale);
  const float right_x = margin + left + margin;
  const float right = width - left - margin;
  const TabPlacer tabs(input);
  float y = layout.top.h + margin;
  if (!layout.single_page && left >= px(min_launch) && tabs.fits(right, true)) {
    layout.launch = {margin, y, left, tabs.row_height()};
    tabs.lay_out(right_x, y, right, layout);
  } else {
    tabs.lay_out(margin, y, width, layout);
  }
  y = layout.pages.y + layout.pages.h + margin;
  float bottom = input.height - margin;
  if (has_status_bar(input.height, input.scale)) {
    layout.status = {margin, input.height - px(status_height), width, px(status_height)};
    bottom = input.height - px(status_height);
  }
  if (input.message_height > 0) {
    // At the bottom, so that what is under the pointer, such as the switch that was pressed, stays.
    const float h = std::clamp(input.message_height, 0.0F, std::max(bottom - y, 0.0F));
    layout.message = {margin, bottom - h, width, h};
    bottom = std::max(bottom - h - margin, y);
  }
  if (layout.single_page) {
    single_page(input, {margin, y, width, bottom, margin}, layout);
    return layout;
  }
  if (row_of(input.page).takes_whole_width && input.guide != GuideDisplay::led) {
    layout.page = {margin, y, width, std::max(bottom - y, 0.0F)};
    return layout;
  }
  left_column(input, {margin, y, left, bottom, margin}, layout);
  right_column(input, {right_x, y, right, bottom, margin}, layout);
  return layout;
}

picture::Rect& main_panel(Layout& layout) {
  for (picture::Rect* each : {&layout.page, &layout.stage, &layout.sites}) {
    if (each->h > 0) return *each;
  }
  return layout.counts;
}

picture::Rect free_in_strip(const Layout& layout) {
  if (layout.tabs.empty()) return {};
  const picture::Rect& row = layout.tabs.front();
  float right = row.x;
  for (const picture::Rect& tab : layout.tabs) {
    if (tab.y == row.y) right = std::max(right, tab.x + tab.w);
  }
  return {right, row.y, std::max(0.0F, layout.pages.x + layout.pages.w - right), row.h};
}

// ---- during a lecture ----

namespace {

// During a lecture, in units.
constexpr float lecture_margin = 12;
constexpr float lecture_gap = 10;
constexpr float caption_height = 44;
constexpr float facts_height = 32;
constexpr float seen_height = 560;  // of the whole window, fitted to the real one
constexpr float seen_width = 960;
constexpr float max_question_share = 0.42F;
constexpr float max_growth =
    1.25F;  // by the text size chosen before; with more, pictures lose parts

}  // namespace

float lecture_scale(int width, int height, int percent, int percent_before) {
  const float fitting =
      std::min(static_cast<float>(width) / seen_width, static_cast<float>(height) / seen_height);
  const float chosen =
      static_cast<float>(percent) / static_cast<float>(std::max(percent_before, 1));
  const float everywhere = static_cast<float>(percent) / 100;
  const float least = std::min(everywhere, max_growth * fitting);
  return std::clamp(std::max(fitting * chosen, least), 0.6F, 8.0F);
}

LectureLayout lecture_layout_for(const LayoutInput& input, float question_height) {
  const auto px = [&](float units) { return std::round(units * input.scale); };
  LectureLayout layout;
  const float x = px(lecture_margin);
  const float width = input.width - 2 * x;
  float y = px(lecture_gap);
  layout.caption = {x, y, width, px(caption_height)};
  y += layout.caption.h + px(lecture_gap);
  float bottom = input.height - px(facts_height);
  layout.facts = {x, bottom, width, px(facts_height)};
  bottom -= px(lecture_gap) / 2;
  if (input.message_height > 0) {
    layout.panels.message = {x, y, width, input.message_height};
    y += input.message_height + px(lecture_gap);
  }
  if (question_height > 0) {
    layout.question = {x, y, width,
                       std::min(question_height, std::round(input.height * max_question_share))};
    y += layout.question.h + px(lecture_gap);
  }
  const picture::Rect rest{x, y, width, std::max(bottom - y, 0.0F)};
  if (replaces_stage(input.page)) {
    layout.panels.page = rest;
  } else if (input.page == Page::code) {
    layout.panels.code = rest;
  } else if (input.page == Page::counts) {
    layout.panels.counts = rest;
  } else {
    const float row = input.has_player ? std::min(px(transport_height), rest.h) : 0;
    layout.panels.stage = {rest.x, rest.y, rest.w, rest.h - row};
    layout.panels.transport = {rest.x, rest.y + rest.h - row, rest.w, row};
  }
  return layout;
}

}  // namespace lanescope::app
