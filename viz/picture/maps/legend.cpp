#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "viz/picture/core/canvas.h"
#include "viz/picture/core/heat.h"
#include "viz/picture/maps/parts.h"

namespace lanescope::picture {
namespace {

constexpr float bar_units = 12;

// Round values from low to high, including both ends.
std::vector<float> ticks_of(const HeatMap& heat) {
  std::vector<float> ticks{heat.low};
  if (heat.high <= heat.low) return ticks;
  if (heat.logarithmic) {
    const float first = heat.low <= 1 ? 1 : std::pow(2.0F, std::ceil(std::log2(heat.low)));
    const float factor = heat.high / std::max(heat.low, 1.0F) > 4096 ? 16 : 4;
    for (float tick = first * (heat.low >= first ? factor : 1); tick < heat.high * 0.7F;
         tick *= factor) {
      ticks.push_back(tick);
    }
  } else if (heat.high - heat.low >= 3) {
    ticks.push_back(std::round((heat.low + heat.high) / 2));
  }
  ticks.push_back(heat.high);
  return ticks;
}

// The ramp's bar in the legend's row.
Rect ramp_bar(const Canvas& canvas, const Rect& row) {
  return {row.x, std::round(row.y + canvas.px(6)),
          std::round(std::clamp(row.w * 0.3F, canvas.px(90), canvas.px(220))),
          canvas.whole_px(bar_units)};
}

// Returns the right end of the ramp.
float draw_ramp(const MapPen& pen, const Rect& row) {
  Canvas& canvas = pen.canvas;
  const Palette& palette = canvas.palette();
  const HeatMap& heat = pen.heat;
  const float size = canvas.px(text_small);
  const std::string unit = unit_of(pen.map.choice.quantity, canvas.texts());
  const Rect bar = ramp_bar(canvas, row);
  const bool flat = heat.high <= heat.low;
  const int steps = flat ? 1 : 64;
  for (int i = 0; i < steps; ++i) {
    const auto at = [&](int number) {
      return bar.x + bar.w * static_cast<float>(number) / static_cast<float>(steps);
    };
    canvas.fill(
        snapped(at(i), bar.y, at(i + 1), bar.y + bar.h),
        color_at(heat.ramp, flat ? 0.0F : static_cast<float>(i) / static_cast<float>(steps - 1)));
  }
  canvas.outline(bar, palette.hairline, canvas.whole_px(1));
  canvas.hit(bar, HitKind::none, 0,
             canvas.texts().get(heat.logarithmic ? "maps.legend_log" : "maps.legend_linear",
                                fmt::arg("unit", unit)));
  const float below = bar.y + bar.h + size * 0.85F;
  float free_from = bar.x;
  const std::vector<float> ticks = ticks_of(heat);
  const float last = canvas.measure(FontRole::mono, size, map_number(ticks.back()));
  for (std::size_t i = 0; i < ticks.size(); ++i) {
    const bool is_last = i + 1 == ticks.size() && i > 0;
    const std::string words = map_number(ticks[i]);
    const float wide = canvas.measure(FontRole::mono, size, words);
    const float x = bar.x + bar.w * position_on_ramp(heat, ticks[i]);
    float left = std::clamp(x - wide / 2, bar.x, bar.x + bar.w - wide);
    if (left < free_from) continue;
    if (!is_last && i > 0 && left + wide > bar.x + bar.w - last - canvas.px(6)) continue;
    canvas.label(text_at(left, below, FontRole::mono, size, palette.text_dim, words));
    free_from = left + wide + canvas.px(6);
  }
  const float x = bar.x + bar.w + canvas.px(10);
  const float used = canvas.fitted_label(
      text_at(x, bar.y + bar.h / 2, FontRole::ui, canvas.px(text_body), palette.text_dim, unit),
      row.x + row.w - x);
  return x + used + canvas.px(24);
}

struct Sample {
  Color fill, hatch;
  std::string words;
  bool is_outline = false;  // drawn with a line as clear as the totals'
  enum class Dot : std::uint8_t { none, ring, filled } dot = Dot::none;  // in place of the box
};

// What the dots of races mean: they are drawn over the cells.
std::vector<Sample> dots_of(const MapPen& pen) {
  if (pen.input.races == nullptr || pen.map.kind() != MapKind::array) return {};
  const ArrayRaces& races = *pen.input.races;
  std::vector<Sample> dots;
  const auto add = [&](Sample::Dot dot, const char* key) {
    std::string words = pen.canvas.texts().get(key);
    if (dots.empty()) words += ": " + pen.canvas.texts().count("maps.raced", races.elements);
    dots.push_back({{}, {}, std::move(words), false, dot});
  };
  if (races.has_errors()) add(Sample::Dot::filled, "maps.legend_race");
  if (races.has_milder()) add(Sample::Dot::ring, "maps.legend_milder_race");
  return dots;
}

std::vector<Sample> samples_of(const MapPen& pen) {
  const text::Texts& texts = pen.canvas.texts();
  const HeatMap& heat = pen.heat;
  std::vector<Sample> samples = dots_of(pen);
  if (pen.map.choice.quantity == MapQuantity::wrong) {
    samples.push_back({color_of(heat, 1), heat.hatch, "≠  " + texts.get("maps.wrong")});
    samples.push_back({color_of(heat, 0), {0, 0, 0, 0}, texts.get("maps.as_wanted")});
    return samples;
  }
  if (pen.map.limit && pen.map.high >= *pen.map.limit) {
    samples.push_back({color_of(heat, *pen.map.limit),
                       with_alpha(pen.canvas.palette().panel, limit_stripe),
                       texts.get("maps.over_limit", fmt::arg("n", cell_text(*pen.map.limit)))});
  }
  if (pen.map.kind() == MapKind::banks) {
    samples.push_back({heat.none, heat.none_hatch, texts.get("maps.gives_nothing")});
    // The totals' bars are outlines, as its sample is.
    if (pen.layout.totals.h > 0)
      samples.push_back({{0, 0, 0, 0}, {0, 0, 0, 0}, texts.get("maps.legend_totals"), true});
    if (pen.map.conflicts > 0)
      samples.push_back(
          {pen.canvas.palette().costly, {0, 0, 0, 0}, texts.get("maps.legend_conflicts")});
  } else if (pen.map.kind() == MapKind::array) {
    samples.push_back({heat.none, heat.none_hatch, texts.get("maps.nobody_short")});
  } else if (pen.map.survey->blocks_run < pen.map.survey->blocks.size()) {
    samples.push_back({heat.none, heat.none_hatch, texts.get("maps.not_run_short")});
  }
  return samples;
}

void draw_samples(const MapPen& pen, float x, const Rect& row, float right) {
  Canvas& canvas = pen.canvas;
  const float side = canvas.whole_px(bar_units);
  const float top = std::round(row.y + canvas.px(6));
  for (const Sample& sample : samples_of(pen)) {
    const float wide =
        canvas.measure(FontRole::ui, canvas.px(text_body), sample.words) + side * 2 + canvas.px(8);
    if (x + wide > right) return;
    if (sample.dot != Sample::Dot::none) {
      draw_race_dot(canvas, x + side, top + side / 2, sample.dot == Sample::Dot::filled);
    } else {
      canvas.box({{x, top, side * 2, side},
                  0,
                  sample.fill,
                  sample.is_outline ? canvas.palette().text_dim : canvas.palette().hairline,
                  canvas.whole_px(1),
                  sample.hatch,
                  pen.heat.hatch_period});
    }
    canvas.label(text_at(x + side * 2 + canvas.px(8), top + side / 2, FontRole::ui,
                         canvas.px(text_body), canvas.palette().text_dim, sample.words));
    x += wide + canvas.px(20);
  }
}

// The number of cells behind one pixel, and how they are combined.
void draw_level(const MapPen& pen, const Rect& row, float right) {
  const HeatLevel& level = pen.map.cells->levels[detail_of(pen.heat).level];
  const bool is_dot = level.cells_x * level.cells_y > 1;
  if (!is_dot && !pen.map.shaded) return;
  Canvas& canvas = pen.canvas;
  const char* what = pen.map.cells->reduced == Reduced::mean    ? "maps.level_mean"
                     : pen.map.cells->reduced == Reduced::least ? "maps.level_least"
                                                                : "maps.level_largest";
  const bool is_scale = pen.map.choice.quantity != MapQuantity::wrong;
  if (!is_scale) what = "maps.level_wrong";
  std::string words;
  if (pen.map.shaded) words = canvas.texts().get("maps.shades");
  if (is_dot) {
    words += (words.empty() ? "" : " · ") +
             canvas.texts().get(what, fmt::arg("x", level.cells_x), fmt::arg("y", level.cells_y));
  }
  const Rect bar = ramp_bar(canvas, row);
  const float x = is_scale ? bar.x + bar.w + canvas.px(10) : bar.x;
  const float y = bar.y + bar.h + canvas.px(text_small) * 0.85F;
  canvas.fitted_label(
      text_at(x, y, FontRole::ui, canvas.px(text_small), canvas.palette().text_faint, words),
      right - x);
}

// The visible part of the map, as a frame in a small picture of the whole. Returns the left end.
float draw_overview(const MapPen& pen, const Rect& row) {
  const float right = row.x + row.w;
  if (shows_all(pen.layout.frame, pen.view) || row.w < pen.canvas.px(320)) return right;
  Canvas& canvas = pen.canvas;
  const Palette& palette = canvas.palette();
  const MapFrame& frame = pen.layout.frame;
  const double high = row.h - canvas.px(8);
  const double ratio =
      std::clamp(static_cast<double>(frame.width) / static_cast<double>(frame.height), 0.35, 2.5);
  const auto w = static_cast<float>(std::round(high * ratio));
  const Rect whole{right - w, std::round(row.y + canvas.px(4)), w,
                   static_cast<float>(std::round(high))};
  canvas.fill(whole, palette.well);
  canvas.outline(whole, palette.hairline, canvas.whole_px(1));
  const auto part = [](double from, double cells, double count) {
    return static_cast<float>(std::clamp((from + cells) / count, 0.0, 1.0));
  };
  const float left = part(pen.view.x0, 0, frame.width);
  const float top = part(pen.view.y0, 0, frame.height);
  const float end_x = part(pen.view.x0, frame.area_w / pen.view.px_x, frame.width);
  const float end_y = part(pen.view.y0, frame.area_h / pen.view.px_y, frame.height);
  Rect seen = snapped(whole.x + left * w, whole.y + top * whole.h, whole.x + end_x * w,
                      whole.y + end_y * whole.h);
  const float least = canvas.whole_px(4);
  seen.x = std::min(seen.x, whole.x + whole.w - least);
  seen.y = std::min(seen.y, whole.y + whole.h - least);
  seen.w = std::max(seen.w, least);
  seen.h = std::max(seen.h, least);
  canvas.fill(seen, palette.selection);
  canvas.outline(seen, palette.selection_border, canvas.whole_px(1));
  canvas.hit(whole, HitKind::none, 0, canvas.texts().get("maps.overview"));
  return whole.x - canvas.px(12);
}

}  // namespace

void draw_map_legend(const MapPen& pen) {
  const Rect& row = pen.layout.legend;
  if (row.h <= 0) return;
  const float right = draw_overview(pen, row);
  const Rect free{row.x, row.y, right - row.x, row.h};
  // Right or wrong is no scale.
  const bool is_scale = pen.map.choice.quantity != MapQuantity::wrong;
  const float end = is_scale ? draw_ramp(pen, free) : free.x;
  draw_samples(pen, end, free, right);
  draw_level(pen, free, right);
}

}  // namespace lanescope::picture
