#include "tests/viz/picture_checks.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace lanescope::samples {

const picture::Style& plain_style() {
  static const text::Texts english("en");
  static const picture::Style style = [] {
    picture::Style s;
    s.measure = picture::typical_text_width;
    s.texts = &english;
    return s;
  }();
  return style;
}

const picture::Label* label_of(const picture::DrawList& list, const std::string& text) {
  const auto found = std::find_if(list.labels.begin(), list.labels.end(),
                                  [&](const picture::Label& label) { return label.text == text; });
  return found == list.labels.end() ? nullptr : &*found;
}

const picture::HitArea* hit_of(const picture::DrawList& list, picture::HitKind kind,
                               std::uint64_t index) {
  const auto found = std::find_if(list.hits.begin(), list.hits.end(), [&](const auto& hit) {
    return hit.kind == kind && hit.index == index;
  });
  return found == list.hits.end() ? nullptr : &*found;
}

std::size_t count_hits(const picture::DrawList& list, picture::HitKind kind) {
  return static_cast<std::size_t>(
      std::count_if(list.hits.begin(), list.hits.end(),
                    [kind](const picture::HitArea& hit) { return hit.kind == kind; }));
}

const picture::Box* box_at(const picture::DrawList& list, float x, float y) {
  const auto found = std::find_if(list.boxes.rbegin(), list.boxes.rend(),
                                  [&](const auto& box) { return box.rect.contains(x, y); });
  return found == list.boxes.rend() ? nullptr : &*found;
}

const picture::Box* box_at_middle(const picture::DrawList& list, const picture::Rect& rect) {
  return box_at(list, rect.x + rect.w / 2, rect.y + rect.h / 2);
}

picture::Rect ink_of(const picture::Label& label, const picture::Style& style) {
  const float w = style.measure(label.font, label.size, label.text);
  const float x = label.x - (label.align_x == picture::AlignX::center  ? w / 2
                             : label.align_x == picture::AlignX::right ? w
                                                                       : 0);
  const float top = label.y - (label.align_y == picture::AlignY::middle   ? label.size / 2
                               : label.align_y == picture::AlignY::bottom ? label.size
                                                                          : 0);
  return {x, top + label.size * 0.2F, w, label.size * 0.6F};
}

std::vector<std::string> label_faults(const picture::DrawList& list, const picture::Style& style) {
  std::vector<std::string> faults;
  std::vector<picture::Rect> inks;
  for (const picture::Label& label : list.labels) inks.push_back(ink_of(label, style));
  for (std::size_t a = 0; a < inks.size(); ++a) {
    const picture::Rect& ink = inks[a];
    if (ink.x < -1 || ink.y < -1 || ink.x + ink.w > list.width + 1 ||
        ink.y + ink.h > list.height + 1) {
      faults.push_back(fmt::format("'{}' leaves the picture", list.labels[a].text));
    }
    for (std::size_t b = a + 1; b < inks.size(); ++b) {
      const picture::Rect& other = inks[b];
      const float across = std::min(ink.x + ink.w, other.x + other.w) - std::max(ink.x, other.x);
      const float down = std::min(ink.y + ink.h, other.y + other.h) - std::max(ink.y, other.y);
      if (across > 1 && down > 1)
        faults.push_back(fmt::format("'{}' covers '{}'", list.labels[a].text, list.labels[b].text));
    }
  }
  return faults;
}

std::vector<std::string> shape_faults(const picture::DrawList& list) {
  std::vector<std::string> faults;
  const auto inside = [&](const picture::Rect& rect) {
    return std::isfinite(rect.x + rect.y + rect.w + rect.h) && rect.w >= 0 && rect.h >= 0 &&
           rect.x >= -1 && rect.y >= -1 && rect.x + rect.w <= list.width + 1 &&
           rect.y + rect.h <= list.height + 1;
  };
  for (const picture::Box& box : list.boxes) {
    if (!inside(box.rect)) {
      faults.push_back(
          fmt::format("box at {},{} {} x {}", box.rect.x, box.rect.y, box.rect.w, box.rect.h));
    }
  }
  for (const picture::HitArea& hit : list.hits) {
    if (!inside(hit.rect)) {
      faults.push_back(fmt::format("hit area at {},{} {} x {}: {}", hit.rect.x, hit.rect.y,
                                   hit.rect.w, hit.rect.h, hit.tooltip));
    }
  }
  return faults;
}

}  // namespace lanescope::samples
