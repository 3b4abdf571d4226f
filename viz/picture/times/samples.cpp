
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "viz/picture/core/canvas.h"
#include "viz/picture/core/units.h"
#include "viz/picture/times/parts.h"

namespace lanescope::picture {
namespace {

// Maps milliseconds to pixels; the fastest run is at the bottom.
struct Scale {
  double low = 0, high = 1;
  float top = 0, height = 0;
  [[nodiscard]] float y_of(double ms) const {
    const double part = std::clamp((ms - low) / (high - low), 0.0, 1.0);
    return top + height * static_cast<float>(1 - part);
  }
};

Scale scale_of(const TimeSeries& series, const Rect& plot) {
  double low = std::min(series.minimum, series.low);
  double high = std::max(series.maximum, series.high);
  // If all runs are equal, the scale covers 1 % around them.
  const double margin = std::max((high - low) * 0.06, high * 0.005);
  low -= margin;
  high += margin;
  return {low, std::max(high, low + 1e-9), plot.y, plot.h};
}

void draw_levels(Canvas& canvas, const Rect& plot, const Scale& scale, const TimeSeries& series,
                 float axis_right, bool faint) {
  const Palette& palette = canvas.palette();
  const Color area = faint ? palette.text_faint : palette.good;
  const Color ink = faint ? palette.text_faint : palette.good_text;
  const float size = canvas.px(text_small);
  const DurationUnit unit = unit_for(series.median);
  const float thick = canvas.whole_px(1.4F);
  const float middle = scale.y_of(series.median);
  canvas.fill(snapped(plot.x, scale.y_of(series.high), plot.x + plot.w,
                      std::max(scale.y_of(series.low), scale.y_of(series.high) + 1)),
              with_alpha(area, 0.22F));
  canvas.fill(snapped(plot.x, middle - thick / 2, plot.x + plot.w, middle - thick / 2 + thick),
              area);
  const auto name = [&](double ms, float y, bool strong) {
    canvas.label(text_at(axis_right, y, strong ? FontRole::mono_bold : FontRole::mono, size,
                         strong ? ink : palette.text_faint, three_digits(ms * unit.per_ms),
                         AlignX::right));
  };
  name(series.median, middle, true);
  const float min_apart = size * 1.25F;
  const float top = scale.y_of(series.maximum);
  const float bottom = scale.y_of(series.minimum);
  if (middle - top >= min_apart) name(series.maximum, top, false);
  if (bottom - middle >= min_apart) name(series.minimum, bottom, false);
}

// Number of samples in each bin of the scale, top to bottom.
std::vector<std::size_t> bins_of(const std::vector<double>& samples, const Scale& scale,
                                 std::size_t count) {
  std::vector<std::size_t> bins(count, 0);
  for (const double ms : samples) {
    const float part = (scale.y_of(ms) - scale.top) / scale.height;
    ++bins[std::min(count - 1, static_cast<std::size_t>(part * static_cast<float>(count)))];
  }
  return bins;
}

void draw_histogram(Canvas& canvas, const Rect& area, const Scale& scale,
                    const std::vector<double>& samples) {
  const auto count = static_cast<std::size_t>(
      std::clamp(area.h / canvas.px(6), 4.0F, 4 + std::sqrt(static_cast<float>(samples.size()))));
  const std::vector<std::size_t> bins = bins_of(samples, scale, count);
  const std::size_t most = *std::max_element(bins.begin(), bins.end());
  const float pitch = area.h / static_cast<float>(count);
  canvas.fill({area.x, area.y, canvas.whole_px(1), area.h}, canvas.palette().hairline);
  for (std::size_t i = 0; i < count; ++i) {
    if (bins[i] == 0) continue;
    const float top = area.y + pitch * static_cast<float>(i);
    const float w = std::max(1.0F, area.w * static_cast<float>(bins[i]) /
                                       static_cast<float>(std::max<std::size_t>(most, 1)));
    const Rect bar = snapped(area.x, top + 0.5F, area.x + w, top + pitch - 0.5F);
    canvas.fill(bar, bar_color(canvas.palette(), false), 1);
    const auto ms_at = [&](float y) {
      return scale.low + (scale.high - scale.low) * (1 - (y - scale.top) / scale.height);
    };
    canvas.hit({area.x, top, area.w, pitch}, HitKind::none, 0,
               canvas.texts().count("times.bin", bins[i],
                                    fmt::arg("low", duration_text(ms_at(top + pitch))),
                                    fmt::arg("high", duration_text(ms_at(top)))));
  }
}

void draw_dots(Canvas& canvas, const Rect& plot, const Scale& scale, const TimeSeries& series,
               bool faint) {
  const auto count = series.samples.size();
  const float pitch = plot.w / static_cast<float>(count);
  const float side = std::clamp(std::round(pitch * 0.8F), canvas.whole_px(3), canvas.whole_px(5));
  for (std::size_t i = 0; i < count; ++i) {
    const float x = plot.x + pitch * (static_cast<float>(i) + 0.5F);
    const float y = scale.y_of(series.samples[i]);
    const Rect dot{std::clamp(std::round(x - side / 2), plot.x, plot.x + plot.w - side),
                   std::round(y - side / 2), side, side};
    canvas.fill(dot, faint ? canvas.palette().text_faint : canvas.palette().text_dim, side / 2);
    // The hit area is the whole column, so that the dot is easy to reach.
    canvas.hit({plot.x + pitch * static_cast<float>(i), plot.y, pitch, plot.h}, HitKind::sample, i,
               canvas.texts().get("times.sample", fmt::arg("i", i + 1),
                                  fmt::arg("time", duration_text(series.samples[i]))));
  }
}

// A recording's summary: extremes as a line, mean and deviation as a box across it.
void draw_summary(Canvas& canvas, const Rect& plot, const Scale& scale, const TimeSeries& series) {
  const Palette& palette = canvas.palette();
  const float thick = canvas.whole_px(1.4F);
  const float x = std::round(plot.x + plot.w / 2);
  const float reach = std::min(canvas.px(20), plot.w * 0.3F);
  const float top = scale.y_of(series.maximum);
  const float bottom = scale.y_of(series.minimum);
  canvas.fill(snapped(x, top, x + thick, std::max(bottom, top + 1)), palette.text_dim);
  const auto cap = [&](float y) {
    canvas.fill(snapped(x - reach / 2, y - thick / 2, x + reach / 2 + thick, y - thick / 2 + thick),
                palette.text_dim);
  };
  cap(top);
  cap(bottom);
  const float deviation_top = scale.y_of(series.mean + series.deviation);
  const float deviation_bottom = scale.y_of(std::max(series.mean - series.deviation, scale.low));
  canvas.outline(snapped(x - reach, deviation_top, x + reach + thick,
                         std::max(deviation_bottom, deviation_top + 2)),
                 palette.text_dim, canvas.whole_px(1), 2);
  canvas.hit(plot, HitKind::none, 0,
             canvas.texts().get("times.summary", fmt::arg("mean", duration_text(series.mean)),
                                fmt::arg("deviation", duration_text(series.deviation)),
                                fmt::arg("minimum", duration_text(series.minimum)),
                                fmt::arg("maximum", duration_text(series.maximum))));
}

// The summary in numbers.
void draw_summary_table(Canvas& canvas, const Rect& area, const TimeSeries& series) {
  const text::Texts& texts = canvas.texts();
  const Palette& palette = canvas.palette();
  struct Row {
    const char* key;
    std::string value;
    bool strong = false;
  };
  const std::array<Row, 4> rows{{{"times.maximum", duration_text(series.maximum)},
                                 {"times.mean", spread_text(series.mean, series.deviation)},
                                 {"times.median", duration_text(series.median), true},
                                 {"times.minimum", duration_text(series.minimum)}}};
  const float size = canvas.px(text_body - 1);
  const float pitch = std::min(area.h / static_cast<float>(rows.size()), canvas.px(24));
  if (pitch < size * 1.2F) return;
  float names = 0;
  for (const Row& row : rows)
    names = std::max(names, canvas.measure(FontRole::ui, size, texts.get(row.key)));
  const float values = area.x + names + canvas.px(12);
  float y = area.y + (area.h - pitch * static_cast<float>(rows.size())) / 2 + pitch / 2;
  for (const Row& row : rows) {
    const FontRole font = row.strong ? FontRole::mono_bold : FontRole::mono;
    if (values + canvas.measure(font, size, row.value) <= area.x + area.w) {
      canvas.explained_label(text_at(area.x, y, FontRole::ui, size, palette.text_dim, {}), row.key);
      canvas.label(
          text_at(values, y, font, size, row.strong ? palette.good_text : palette.text, row.value));
    }
    y += pitch;
  }
}

}  // namespace

void draw_samples(Canvas& canvas, const Rect& area, const std::string& title,
                  const TimeSeries& series, bool faint) {
  const Palette& palette = canvas.palette();
  const float size = canvas.px(text_small);
  const float head = canvas.whole_px(20);
  if (series.count == 0 || area.h < head + canvas.px(40) || area.w < canvas.px(110)) return;
  const DurationUnit unit = unit_for(series.median);
  const bool summary = series.samples.empty();
  const std::string words =
      canvas.texts().count(summary ? "times.series_summary" : "times.series", series.count,
                           fmt::arg("title", title), fmt::arg("unit", unit.name));
  const float used = canvas.fitted_label(
      text_at(area.x, area.y + head / 2, FontRole::ui, size, palette.text_dim, words), area.w);
  if (summary) {
    const float marks_x = area.x + used + canvas.px(12);
    const std::string marks = canvas.texts().get(
        series.has_interval() ? "times.summary_marks_interval" : "times.summary_marks");
    if (canvas.measure(FontRole::ui, size, marks) <= area.x + area.w - marks_x) {
      canvas.label(
          text_at(marks_x, area.y + head / 2, FontRole::ui, size, palette.text_faint, marks));
    }
  }
  float axis = 0;
  for (const double ms : {series.median, series.minimum, series.maximum}) {
    axis = std::max(
        axis, canvas.measure(FontRole::mono_bold, size, fmt::format("{:.4g}", ms * unit.per_ms)));
  }
  axis += canvas.px(6);
  Rect plot{std::round(area.x + axis), area.y + head, area.w - axis, area.h - head};
  if (plot.w < canvas.px(40)) return;
  const Scale scale = scale_of(series, plot);
  Rect histogram{};
  if (summary) {
    const float w = std::min(plot.w, std::max(canvas.px(110), plot.h * 0.6F));
    draw_summary_table(
        canvas, {plot.x + w + canvas.px(14), plot.y, plot.w - w - canvas.px(14), plot.h}, series);
    plot.w = w;
  } else if (plot.w >= canvas.px(170)) {
    histogram = {0, plot.y, std::round(plot.w * 0.2F), plot.h};
    plot.w -= histogram.w + canvas.px(8);
    histogram.x = std::round(plot.x + plot.w + canvas.px(8));
  }
  canvas.fill(plot, palette.well, canvas.px(3));
  draw_levels(canvas, plot, scale, series, plot.x - canvas.px(5), faint);
  if (summary) {
    draw_summary(canvas, plot, scale, series);
  } else {
    draw_dots(canvas, plot, scale, series, faint);
  }
  if (histogram.w > 0) draw_histogram(canvas, histogram, scale, series.samples);
}

}  // namespace lanescope::picture
