#include "viz/export/compose.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "viz/scene/append.h"
#include "viz/scene/prose.h"

namespace lanescope::svg {
namespace {

constexpr float side = 16;  // units beside the caption
constexpr float gap = 8;    // above and below it

float margin(const scene::Style& style, float width) {
  return std::min(std::round(side * style.scale), width / 8);
}

scene::DrawList caption_of(const std::string& caption, const scene::Style& style, float width) {
  scene::ProseLook look;
  look.size = scene::text_small;
  look.color = style.palette.text_faint;
  return scene::build_prose(scene::parse_prose(scene::as_markdown(caption)), style,
                            std::max(width - 2 * margin(style, width), 1.0F), look);
}

}  // namespace

float caption_height(const std::string& caption, const scene::Style& style, float width) {
  if (caption.empty()) return 0;
  return std::ceil(caption_of(caption, style, width).height + 2 * gap * style.scale);
}

scene::DrawList captioned(const scene::DrawList& picture, const std::string& caption,
                          const scene::Style& style) {
  scene::DrawList all;
  all.width = picture.width;
  all.height = picture.height + caption_height(caption, style, picture.width);
  scene::Box ground;
  ground.rect = {0, 0, all.width, all.height};
  ground.fill = style.palette.panel;
  all.add(ground);
  append(all, picture, 0, 0);
  if (caption.empty()) return all;
  const float left = margin(style, all.width);
  scene::Box line;
  line.rect = {left, std::round(picture.height), all.width - 2 * left,
               std::max(1.0F, std::round(style.scale))};
  line.fill = style.palette.hairline;
  all.add(line);
  append(all, caption_of(caption, style, all.width), left,
         std::round(picture.height + gap * style.scale));
  return all;
}

}  // namespace lanescope::svg
