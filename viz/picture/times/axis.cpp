#include "viz/picture/times/axis.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "viz/picture/core/canvas.h"
#include "viz/picture/core/units.h"
#include "viz/picture/times/signs.h"

namespace lanescope::picture {
namespace {

// 1, 2, 2.5 or 5 times a power of ten, such that at most `most` steps make up `full`.
double nice_step(double full, double most) {
  const double rough = full / std::max(most, 1.0);
  const double power = std::pow(10.0, std::floor(std::log10(std::max(rough, 1e-12))));
  for (const double times : {1.0, 2.0, 2.5, 5.0}) {
    if (power * times >= rough) return power * times;
  }
  return power * 10;
}

// What the whiskers show.
std::string whisker_text(const Scales& scales, const text::Texts& texts) {
  if (!scales.ranges) return texts.get("times.legend_interval");
  if (scales.intervals) return texts.get("times.legend_interval_or_range");
  return scales.range_runs > 0 ? texts.count("times.legend_range", scales.range_runs)
                               : texts.get("times.legend_ranges");
}

}  // namespace

std::vector<TimeTick> ticks_of(const Pen& pen) {
  std::vector<TimeTick> ticks;
  if (pen.scales.full_ms <= 0 || pen.scales.time_room < pen.canvas.px(60)) return ticks;
  const double full = pen.scales.full_ms * unit_for(pen.scales.full_ms).per_ms;
  const double step = nice_step(full, pen.scales.time_room / pen.canvas.px(60));
  int decimals = 0;
  for (double rest = step; std::abs(rest - std::round(rest)) > 1e-6 * rest && decimals < 6;) {
    rest *= 10;
    ++decimals;
  }
  for (int i = 0; i * step <= full * (1 + 1e-9); ++i) {
    ticks.push_back(
        {static_cast<float>(pen.columns.bars + pen.scales.time_room * (i * step / full)),
         fmt::format("{:.{}f}", i * step, decimals)});
  }
  return ticks;
}

float axis_height(const Canvas& canvas) { return canvas.whole_px(20); }
float legend_height(const Canvas& canvas) { return canvas.whole_px(24); }

float headings_height(const Canvas& canvas) { return canvas.whole_px(20); }

void draw_grid(const Pen& pen, const TimeFigure& figure, bool faint, float top, float height) {
  if (pen.scales.ticks.empty()) return;
  Canvas& canvas = pen.canvas;
  const float from = words_x(pen, figure, faint) - canvas.px(5);
  const float to = from + canvas.px(10) +
                   canvas.measure(FontRole::mono_bold, canvas.px(text_body - 1),
                                  time_value_text(figure, canvas.texts()));
  for (const TimeTick& tick : pen.scales.ticks) {
    if (tick.x < from || tick.x > to)
      canvas.fill({std::round(tick.x), std::round(top), canvas.whole_px(1), std::round(height)},
                  canvas.palette().hairline);
  }
}

void draw_axis(const Pen& pen, float top) {
  Canvas& canvas = pen.canvas;
  const Palette& palette = canvas.palette();
  const float size = canvas.px(text_small);
  const float middle = top + axis_height(canvas) / 2;
  float free_from = 0;
  for (const TimeTick& tick : pen.scales.ticks) {
    canvas.label(text_at(tick.x, middle, FontRole::mono, size, palette.text_faint, tick.text,
                         AlignX::center));
    free_from = tick.x + canvas.measure(FontRole::mono, size, tick.text) / 2 + canvas.px(10);
  }
  const std::string name =
      canvas.texts().get("times.axis", fmt::arg("unit", unit_for(pen.scales.full_ms).name));
  if (free_from > 0 && canvas.measure(FontRole::ui, size, name) <= pen.columns.right - free_from)
    canvas.explained_label(text_at(free_from, middle, FontRole::ui, size, palette.text_faint, name),
                           "times.axis");
}

void draw_headings(const Pen& pen, float middle) {
  Canvas& canvas = pen.canvas;
  const auto heading = [&](float right, const char* key) {
    if (right > 0)
      canvas.explained_label(text_at(right, middle, FontRole::ui, canvas.px(text_small),
                                     canvas.palette().text_faint, {}, AlignX::right),
                             key);
  };
  heading(pen.columns.warm, "times.warm");
  heading(pen.columns.bandwidth, "times.bandwidth");
  heading(pen.columns.share, "times.share");
  canvas.explained_label(text_at(pen.columns.bars, middle, FontRole::ui, canvas.px(text_small),
                                 canvas.palette().text_faint, {}),
                         "times.cold");
}

namespace {

struct LegendEntry {
  std::string text;
  std::function<void(float left, float middle)> draw_sample;
};

constexpr float sample_units = 22;

std::vector<LegendEntry> legend_of(const Pen& pen) {
  Canvas& canvas = pen.canvas;
  const Palette& palette = canvas.palette();
  const text::Texts& texts = canvas.texts();
  const float sample_w = canvas.whole_px(sample_units);
  const float h = canvas.whole_px(9);
  const auto draw_bar = [=, &canvas](float left, float middle) {
    canvas.fill({left, std::round(middle - h / 2), sample_w, h}, bar_color(canvas.palette(), false),
                canvas.px(2));
  };
  std::vector<LegendEntry> entries;
  if (pen.scales.full_ms > 0) {
    entries.push_back({texts.get("times.legend_cold"), draw_bar});
    entries.push_back({texts.get("times.legend_warm"), [=, &canvas](float left, float middle) {
                         draw_bar(left, middle);
                         draw_notch(canvas, left + sample_w / 2, std::round(middle - h / 2) - 1,
                                    h + 2);
                       }});
    entries.push_back({whisker_text(pen.scales, texts), [=, &canvas](float left, float middle) {
                         draw_whisker(canvas, left + canvas.px(4), left + sample_w - canvas.px(4),
                                      middle, h * 0.45F);
                       }});
  }
  if (pen.scales.full_bytes > 0) {
    entries.push_back(
        {texts.get("times.legend_cost"), [=, &canvas, &palette](float left, float middle) {
           const float thin = canvas.whole_px(4);
           canvas.fill({left, std::round(middle - thin - 1), sample_w, thin}, palette.good, 1);
           canvas.fill({left, std::round(middle + 1), sample_w * 0.6F, thin}, palette.costly, 1);
         }});
  }
  return entries;
}

// Lays out the legend: calls `visit` with each entry, its left edge and its line.
void walk_legend(const Pen& pen, int lines,
                 const std::function<void(const LegendEntry&, float x, int line)>& visit) {
  if (lines < 1) return;
  const Canvas& canvas = pen.canvas;
  float x = pen.columns.name;
  int line = 0;
  for (const LegendEntry& entry : legend_of(pen)) {
    const float w = canvas.whole_px(sample_units) + canvas.px(6) +
                    canvas.measure(FontRole::ui, canvas.px(text_small), entry.text);
    if (x + w > pen.columns.right && x > pen.columns.name && line + 1 < lines) {
      x = pen.columns.name;
      ++line;
    }
    if (x + w > pen.columns.right) continue;
    visit(entry, x, line);
    x += w + canvas.px(18);
  }
}

}  // namespace

int legend_lines(const Pen& pen) {
  int lines = 1;
  walk_legend(pen, std::numeric_limits<int>::max(),
              [&](const LegendEntry&, float, int line) { lines = std::max(lines, line + 1); });
  return lines;
}

void draw_bar_legend(const Pen& pen, float top, int lines) {
  Canvas& canvas = pen.canvas;
  walk_legend(pen, lines, [&](const LegendEntry& entry, float x, int line) {
    const float middle = top + legend_height(canvas) * (static_cast<float>(line) + 0.5F);
    entry.draw_sample(std::round(x), middle);
    canvas.label(text_at(x + canvas.whole_px(sample_units) + canvas.px(6), middle, FontRole::ui,
                         canvas.px(text_small), canvas.palette().text_faint, entry.text));
  });
}

}  // namespace lanescope::picture
