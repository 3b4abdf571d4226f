#include "viz/export/compose.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "viz/picture/core/append.h"
#include "viz/picture/prose/prose.h"

namespace lanescope::svg {
namespace {

constexpr float side = 16;  // units left and right of the caption
constexpr float gap = 8;    // units above and below the caption

float margin(const picture::Style& style, float width) {
  return std::min(std::round(side * style.scale), width / 8);
}

picture::DrawList caption_of(const std::string& caption, const picture::Style& style, float width) {
  picture::ProseStyle prose_style;
  prose_style.size = picture::text_small;
  prose_style.color = style.palette.text_faint;
  return picture::build_prose(picture::parse_prose(picture::as_markdown(caption)), style,
                              std::max(width - 2 * margin(style, width), 1.0F), prose_style);
}

}  // namespace

float caption_height(const std::string& caption, const picture::Style& style, float width) {
  if (caption.empty()) return 0;
  return std::ceil(caption_of(caption, style, width).height + 2 * gap * style.scale);
}

picture::DrawList captioned(const picture::DrawList& picture, const std::string& caption,
                            const picture::Style& style) {
  picture::DrawList all;
  all.width = picture.width;
  all.height = picture.height + caption_height(caption, style, picture.width);
  picture::Box ground;
  ground.rect = {0, 0, all.width, all.height};
  ground.fill = style.palette.panel;
  all.add(ground);
  append(all, picture, 0, 0);
  if (caption.empty()) return all;
  const float left = margin(style, all.width);
  picture::Box line;
  line.rect = {left, std::round(picture.height), all.width - 2 * left,
               std::max(1.0F, std::round(style.scale))};
  line.fill = style.palette.hairline;
  all.add(line);
  append(all, caption_of(caption, style, all.width), left,
         std::round(picture.height + gap * style.scale));
  return all;
}

}  // namespace lanescope::svg
