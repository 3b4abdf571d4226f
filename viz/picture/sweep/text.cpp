#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include <fmt/format.h>

#include "viz/picture/core/badge.h"
#include "viz/picture/core/units.h"
#include "viz/picture/sweep/parts.h"

namespace lanescope::picture {

bool Labels::put(const Label& label) {
  const Rect bounds = canvas_.bounds(label);
  const Rect ink{bounds.x, bounds.y + bounds.h * 0.12F, bounds.w, bounds.h * 0.76F};
  for (const Rect& other : taken_) {
    if (ink.overlaps(other)) return false;
  }
  if (!canvas_.label(label)) return false;
  const float gap = canvas_.px(3);
  taken_.push_back({ink.x - gap, ink.y, ink.w + 2 * gap, ink.h});
  return true;
}

bool Labels::put_fitted(Label label, float width) {
  label.text = fitted(canvas_.style(), label.font, label.size, label.text, width);
  return !label.text.empty() && put(label);
}

std::string count_text(const std::optional<double>& value) {
  if (!value) return "–";
  if (*value == std::floor(*value)) return text::Texts::grouped(static_cast<std::uint64_t>(*value));
  return number_text(*value);
}

std::string quantity_text(const std::string& kind, const std::string& count,
                          const text::Texts& texts) {
  const std::string words = texts.get("metric." + count);
  if (kind.empty()) return words;
  return texts.get("sweep.of_kind", fmt::arg("kind", texts.get("metric.kind." + kind)),
                   fmt::arg("count", words));
}

std::string unit_text(const SweepInput& input, const text::Texts& texts) {
  return texts.get("metric." + input.count);
}

float axis_text_size(const Canvas& canvas) { return canvas.px(text_body); }

std::string description_of(const SweepInput& input, const SweepSeries& series,
                           const SeriesPoint& point, const text::Texts& texts) {
  std::string description = fmt::format("{}: {} {}", series.name, input.parameter, point.value);
  if (point.by) description += fmt::format(", {} {}", input.by, *point.by);
  description += '\n';
  if (!point.problem.empty()) {
    description += texts.get("sweep.failed", fmt::arg("why", texts.say(point.problem)));
  } else if (!point.is_known) {
    description += texts.get("sweep.not_run");
  } else if (!point.quantity) {
    description += texts.get("sweep.no_value");
  } else {
    description += fmt::format("{} {}, {}", count_text(point.quantity), unit_text(input, texts),
                               model_badge_text(input.machine, texts));
  }
  if (point.time) {
    const SweepTime& time = *point.time;
    const std::string interval = texts.get(time.has_interval ? "times.interval" : "times.range",
                                           fmt::arg("low", duration_text(time.low)),
                                           fmt::arg("high", duration_text(time.high)),
                                           fmt::arg("n", text::Texts::grouped(time.runs)));
    description +=
        '\n' +
        texts.get("sweep.time_story", fmt::arg("time", duration_text(time.median)),
                  fmt::arg("interval", interval),
                  fmt::arg("source",
                           word_of(time.measured ? Origin::measured : Origin::recorded, texts)));
  }
  if (input.has_keys) description += '\n' + texts.get("sweep.load_hint");
  return description;
}

namespace {

struct Corner {
  float x, y;  // relative to the middle, in units of half the size
};

// Corners of a shape with about the same area as a circle of that height.
std::vector<Corner> corners_of(MarkShape shape) {
  switch (shape) {
    case MarkShape::diamond:
      return {{0, -1.25F}, {1.25F, 0}, {0, 1.25F}, {-1.25F, 0}};
    case MarkShape::up:
      return {{0, -1.15F}, {1.2F, 0.95F}, {-1.2F, 0.95F}};
    case MarkShape::down:
      return {{0, 1.15F}, {1.2F, -0.95F}, {-1.2F, -0.95F}};
    case MarkShape::left:
      return {{-1.15F, 0}, {0.95F, -1.2F}, {0.95F, 1.2F}};
    case MarkShape::right:
      return {{1.15F, 0}, {-0.95F, -1.2F}, {-0.95F, 1.2F}};
    case MarkShape::circle:
    case MarkShape::square:
      break;
  }
  return {};
}

// Rows of one pixel; the outline drawn over them makes the edge smooth.
void fill_rows(Canvas& canvas, const std::vector<Corner>& corners, float x, float y, float half,
               const Color& color) {
  for (float row = std::floor(y - 1.3F * half); row <= y + 1.3F * half; row += 1) {
    const float middle = row + 0.5F;
    float left = std::numeric_limits<float>::max();
    float right = std::numeric_limits<float>::lowest();
    for (std::size_t i = 0; i < corners.size(); ++i) {
      const Corner& a = corners[i];
      const Corner& b = corners[(i + 1) % corners.size()];
      const float ay = y + a.y * half;
      const float by = y + b.y * half;
      if ((middle < ay) == (middle < by)) continue;
      const float cut = x + half * (a.x + (b.x - a.x) * (middle - ay) / (by - ay));
      left = std::min(left, cut);
      right = std::max(right, cut);
    }
    if (right > left) canvas.fill({left, row, right - left, 1}, color);
  }
}

}  // namespace

MarkShape shape_of(std::size_t series) { return static_cast<MarkShape>(series % mark_shapes); }

void draw_mark_shape(Canvas& canvas, const Mark& mark, float x, float y, float size) {
  const float edge = std::max(1.5F, size * 0.17F);
  const Color inner = mark.filled ? mark.color : mark.ground;
  if (mark.shape == MarkShape::circle || mark.shape == MarkShape::square) {
    const bool round = mark.shape == MarkShape::circle;
    const float side = round ? size : size * 0.9F;
    canvas.framed({x - side / 2, y - side / 2, side, side}, inner, mark.color, edge,
                  round ? side / 2 : 0);
    return;
  }
  const float half = (size - edge) / 2;
  const std::vector<Corner> corners = corners_of(mark.shape);
  fill_rows(canvas, corners, x, y, half, inner);
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Corner& a = corners[i];
    const Corner& b = corners[(i + 1) % corners.size()];
    canvas.line(x + a.x * half, y + a.y * half, x + b.x * half, y + b.y * half, edge, mark.color);
  }
}

}  // namespace lanescope::picture
