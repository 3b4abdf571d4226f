#include "app/window/toolkit/layout.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace lanescope::app {
namespace {

// In units.
constexpr float gap = 8;
constexpr float status_height = 28;
constexpr float pages_height = 40;
constexpr float short_height = 420;  // of the whole window; below it, every row counts
constexpr float pages_width = 350;
constexpr float strip_height = 168;
constexpr float min_strip_height = 150;
constexpr float selector_row = 34;
constexpr float counts_height = 180;
constexpr float sites_header = 72;
constexpr float site_row = 26;
constexpr float min_two_columns = 820;   // width needed for code beside the stage
constexpr float min_stage_height = 520;  // minimum; below it the table is dropped
constexpr float min_code_height = 180;   // minimum; below it the counts are dropped
constexpr float min_code_beside_counts = 110;
constexpr float enough_code = 460;  // a kernel of 18 lines; strip and counts share the rest
constexpr float table_rows = 4;
constexpr float offer_height = 116;
constexpr float narrow_offer_height = 138;  // one more line of text
constexpr float narrow_offer = 540;         // column width below which the offer is narrow
constexpr float low_offer_height = 48;
constexpr float enough_for_offer = 520;  // column height; below it the offer is one row
constexpr float guide_share = 0.55F;     // minimum share of the column
constexpr float max_guide_share = 0.72F;
constexpr float exercise_share = 0.63F;  // minimum; the goals are read while working
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

// The stage, and the row of player controls below it.
void place_stage(const LayoutInput& input, const picture::Rect& area, Layout& layout) {
  const float row = input.has_player ? std::round(transport_height * input.scale) : 0;
  layout.stage = {area.x, area.y, area.w, area.h - row};
  layout.transport = {area.x, area.y + area.h - row, area.w, row};
}

void single_page(const LayoutInput& input, Column column, Layout& layout) {
  const auto px = [&](float units) { return std::round(units * input.scale); };
  layout.single_page = true;
  picture::Rect bottom_row{};
  if (layout.short_of_height) {
    bottom_row = column.from_bottom(px(transport_height));
    column.bottom += column.gap;  // no gap: the row belongs to the panel above
    const float pages = std::min(px(pages_width), column.w);
    layout.pages = {column.x + column.w - pages, bottom_row.y, pages, bottom_row.h};
  } else {
    layout.pages = {column.x, column.y, column.w, px(pages_height)};
    column.y += px(pages_height);
  }
  switch (input.page) {
    case Page::stage:
      if (layout.short_of_height) {
        layout.stage = column.rest();
        if (input.has_player) {
          layout.transport = {column.x, bottom_row.y, column.w - layout.pages.w, bottom_row.h};
        }
      } else {
        place_stage(input, column.rest(), layout);
      }
      break;
    case Page::code:
      if (column.bottom - column.y > px(min_code_height + min_strip_height)) {
        layout.strip = column.from_bottom(px(min_strip_height));
      }
      layout.code = column.rest();
      break;
    case Page::counts:
      if (column.bottom - column.y > px(counts_height + sites_header + 2 * site_row)) {
        layout.sites = column.from_bottom(column.bottom - column.y - px(counts_height + gap));
      }
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
  if (input.guide == GuideShow::led) {
    const float code = px(code_header) + px(code_line) * static_cast<float>(input.code_lines);
    const float share = input.exercise ? exercise_share : guide_share;
    guide = std::clamp(height - column.gap - code, std::round(height * share),
                       std::round(height * max_guide_share));
    guide = std::max(guide, px(min_guide_height));
    guide = std::min(guide, std::max(height - column.gap - px(min_code_below_guide),
                                     std::round(height * share)));
  }
  layout.guide = {column.x, column.y, column.w, guide};
  column.y += guide + column.gap;
}

void left_column(const LayoutInput& input, Column column, Layout& layout) {
  const auto px = [&](float units) { return std::round(units * input.scale); };
  if (input.guide != GuideShow::none) {
    place_guide(input, column, layout);
  }
  const float height = column.bottom - column.y;
  if (input.guide == GuideShow::led) {
    if (height > px(enough_code_below_guide + strip_height + gap)) {
      layout.strip = column.from_bottom(px(strip_height));
    }
    layout.code = column.rest();
    return;
  }
  if (height > px(min_code_height + strip_height + counts_height + 2 * gap)) {
    layout.counts = column.from_bottom(px(counts_height));
    layout.strip = column.from_bottom(px(strip_height));
  } else if (input.page == Page::counts && height > px(min_code_beside_counts + counts_height)) {
    layout.counts = column.from_bottom(px(counts_height));
  } else if (height > px(min_code_height + min_strip_height + gap)) {
    // Leaves room for a second row of selectors if the code can spare it.
    layout.strip = column.from_bottom(std::clamp(std::round(height * 0.4F), px(min_strip_height),
                                                 px(min_strip_height + selector_row)));
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
  if (height - table - px(gap) >= px(min_stage_height)) {
    layout.sites = column.from_bottom(table);
  }
  place_stage(input, column.rest(), layout);
}

}  // namespace

bool is_short_of_height(float height, float scale) { return height < short_height * scale; }

bool is_single_page(float width, float scale) {
  return width < std::round(min_two_columns * scale);
}

Layout layout_for(const LayoutInput& wanted) {
  LayoutInput input = wanted;
  if (input.page == Page::guide && input.guide == GuideShow::none) {
    input.page = Page::stage;
  }
  const auto px = [&](float units) { return std::round(units * input.scale); };
  Layout layout;
  layout.short_of_height = is_short_of_height(input.height, input.scale);
  layout.top = {0, 0, input.width, input.top_height};
  const float margin = px(layout.short_of_height ? gap / 2 : gap);
  float y = input.top_height + margin;
  if (input.message_height > 0) {
    layout.message = {margin, y, input.width - 2 * margin, input.message_height};
    y += input.message_height + margin;
  }
  float bottom = input.height - margin;
  if (input.height > px(560)) {
    layout.status = {margin, input.height - px(status_height), input.width - 2 * margin,
                     px(status_height)};
    bottom = input.height - px(status_height);
  }
  const float width = input.width - 2 * margin;
  if (is_single_page(input.width, input.scale)) {
    single_page(input, {margin, y, width, bottom, margin}, layout);
    return layout;
  }
  if (input.page == Page::compare && input.guide != GuideShow::led) {
    // Two pictures side by side need the full width; the source of both sides is below them.
    layout.page = {margin, y, width, std::max(bottom - y, 0.0F)};
    return layout;
  }
  const float left = std::round(std::clamp(width * 0.4F, px(320), px(680)));
  left_column(input, {margin, y, left, bottom, margin}, layout);
  right_column(input, {margin + left + margin, y, width - left - margin, bottom, margin}, layout);
  return layout;
}

}  // namespace lanescope::app
