#include "app/window/layout.h"

#include <algorithm>
#include <cmath>

namespace lanescope::app {
namespace {

// In units.
constexpr float gap = 8;
constexpr float status_height = 28;
constexpr float pages_height = 40;
constexpr float strip_height = 176;
constexpr float least_strip_height = 150;
constexpr float counts_height = 188;
constexpr float sites_header = 72;
constexpr float site_row = 26;
constexpr float least_two_columns = 820;   // width for code beside the stage
constexpr float least_stage_height = 420;  // before the table below it goes
constexpr float least_code_height = 180;   // before the counts below it go
constexpr float code_line = 22;
constexpr float code_header = 56;

struct Column {
  float x, y, w, bottom, gap;
  // Takes `h` from the bottom, with the gap above it.
  scene::Rect from_bottom(float h) {
    const scene::Rect rect{x, bottom - h, w, h};
    bottom -= h + gap;
    return rect;
  }
  [[nodiscard]] scene::Rect rest() const { return {x, y, w, std::max(bottom - y, 0.0F)}; }
};

void single_page(const LayoutInput& input, Column column, Layout& layout) {
  const auto px = [&](float units) { return std::round(units * input.scale); };
  layout.single_page = true;
  layout.pages = {column.x, column.y, column.w, px(pages_height)};
  column.y += px(pages_height);
  switch (input.page) {
    case Page::stage:
      layout.stage = column.rest();
      break;
    case Page::code:
      if (column.bottom - column.y > px(least_code_height + least_strip_height)) {
        layout.strip = column.from_bottom(px(least_strip_height));
      }
      layout.code = column.rest();
      break;
    case Page::counts:
      if (column.bottom - column.y > px(counts_height + sites_header + 2 * site_row)) {
        layout.sites = column.from_bottom(column.bottom - column.y - px(counts_height + gap));
      }
      layout.counts = column.rest();
      break;
  }
}

void left_column(const LayoutInput& input, Column column, Layout& layout) {
  const auto px = [&](float units) { return std::round(units * input.scale); };
  const float height = column.bottom - column.y;
  if (height > px(least_code_height + strip_height + counts_height + 2 * gap)) {
    layout.counts = column.from_bottom(px(counts_height));
    layout.strip = column.from_bottom(px(strip_height));
  } else if (height > px(least_code_height + least_strip_height + gap)) {
    layout.strip = column.from_bottom(px(least_strip_height));
  }
  layout.code = column.rest();
  // A short kernel leaves room: the strip takes some of it, the counts the rest, rather than an empty hole.
  const float wanted = px(code_header + code_line * static_cast<float>(std::max(input.code_lines, 8)));
  const float spare = layout.code.h - wanted;
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
  const float height = column.bottom - column.y;
  const float rows = static_cast<float>(std::clamp(input.sites, 1, 8));
  const float table = std::min(px(sites_header + site_row * rows), std::round(height * 0.34F));
  if (input.sites > 0 && height - table - px(gap) >= px(least_stage_height)) {
    layout.sites = column.from_bottom(table);
  }
  layout.stage = column.rest();
}

}  // namespace

Layout layout_for(const LayoutInput& input) {
  const auto px = [&](float units) { return std::round(units * input.scale); };
  Layout layout;
  layout.top = {0, 0, input.width, input.top_height};
  const float margin = px(gap);
  float y = input.top_height + margin;
  if (input.message_height > 0) {
    layout.message = {margin, y, input.width - 2 * margin, input.message_height};
    y += input.message_height + margin;
  }
  float bottom = input.height - margin;
  if (input.height > px(560)) {
    layout.status = {margin, input.height - px(status_height), input.width - 2 * margin, px(status_height)};
    bottom = input.height - px(status_height);
  }
  const float width = input.width - 2 * margin;
  if (input.width < px(least_two_columns)) {
    single_page(input, {margin, y, width, bottom, margin}, layout);
    return layout;
  }
  const float left = std::round(std::clamp(width * 0.36F, px(320), px(640)));
  left_column(input, {margin, y, left, bottom, margin}, layout);
  right_column(input, {margin + left + margin, y, width - left - margin, bottom, margin}, layout);
  return layout;
}

}  // namespace lanescope::app
