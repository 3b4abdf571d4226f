#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "viz/picture/core/axis.h"
#include "viz/picture/core/labels.h"
#include "viz/picture/core/line_break.h"
#include "viz/picture/core/mark.h"
#include "viz/picture/core/units.h"
#include "viz/picture/moving/parts.h"

namespace lanescope::picture {
namespace {

constexpr double giga = 1e9;
constexpr float mark_units = 8;
// In sizes of the text: between two names, above the plot, from the plot to the model's first line,
// between the lines of the model.
constexpr float name_pitch = 1.5F;
constexpr float above_plot = 1.55F;
constexpr float before_model = 3.8F;
constexpr float model_pitch = 1.4F;
constexpr float least_plot = 150;  // units of height; where the page scrolls

struct Plot {
  Rect area;
  double least_bytes = 1, most_bytes = 2;
  ValueAxis values;
  bool is_rate = false;

  [[nodiscard]] float x_of(double bytes) const {
    const double at = std::log(bytes / least_bytes) / std::log(most_bytes / least_bytes);
    return area.x + area.w * static_cast<float>(std::clamp(at, 0.0, 1.0));
  }
  [[nodiscard]] float y_of(double value) const {
    return area.y + area.h * static_cast<float>(1 - values.position_of(value));
  }
  [[nodiscard]] double value_of(double bytes, double seconds) const {
    return is_rate ? bytes / seconds / giga : seconds;
  }
};

float text_size(const Canvas& canvas) { return canvas.px(text_body); }

// How far the times are from the model's line, as shares of the line.
struct Misfit {
  double shorter = 0, longer = 0;
  // From this point to the last, all are off by more than model_holds_within.
  std::optional<std::size_t> fails_from;
};

Misfit misfit_of(const MovingCurve& curve, const CurveModel& model) {
  Misfit misfit;
  for (std::size_t i = 0; i < curve.points.size(); ++i) {
    const CurvePoint& point = curve.points[i];
    const double off = point.seconds / model.seconds(point.bytes) - 1;
    misfit.shorter = std::max(misfit.shorter, -off);
    misfit.longer = std::max(misfit.longer, off);
    if (std::abs(off) <= model_holds_within) {
      misfit.fails_from.reset();
    } else if (!misfit.fails_from) {
      misfit.fails_from = i;
    }
  }
  return misfit;
}

// "1 µs", "10 ms", "1 s": of a power of ten.
std::string power_of_time(double seconds) {
  const double ns = std::round(seconds * 1e9);
  if (ns < 999) return fmt::format("{:g} ns", ns);
  if (ns < 999e3) return fmt::format("{:g} µs", ns / 1e3);
  if (ns < 999e6) return fmt::format("{:g} ms", ns / 1e6);
  return fmt::format("{:g} s", ns / 1e9);
}

// Powers of ten from below the least to above the largest.
ValueAxis time_axis(const std::vector<double>& seconds) {
  ValueAxis axis;
  axis.logarithmic = true;
  axis.low = *std::ranges::min_element(seconds) / 1.2;
  axis.high = std::max(*std::ranges::max_element(seconds) * 1.2, axis.low * 10);
  for (int power = -9; power < 4; ++power) {
    const double value = std::pow(10.0, power);
    if (value >= axis.low && value <= axis.high)
      axis.ticks.push_back({axis.position_of(value), power_of_time(value)});
  }
  return axis;
}

float height_below_plot(const Canvas& canvas, std::size_t lines) {
  return (before_model + 0.8F) * text_size(canvas) +
         model_pitch * text_size(canvas) * static_cast<float>(std::max<std::size_t>(lines, 1) - 1);
}

std::optional<Plot> plot_of(const Canvas& canvas, const CurvesInput& input, const Rect& area,
                            std::size_t lines) {
  Plot plot;
  plot.is_rate = input.shows_rate;
  std::vector<double> values, bytes;
  for (const MovingCurve& curve : input.curves) {
    for (const CurvePoint& point : curve.points) {
      values.push_back(plot.value_of(point.bytes, point.seconds));
      bytes.push_back(point.bytes);
    }
  }
  if (values.empty()) return std::nullopt;
  plot.least_bytes = *std::ranges::min_element(bytes);
  plot.most_bytes = std::max(*std::ranges::max_element(bytes), plot.least_bytes * 2);
  plot.values = plot.is_rate ? value_axis(values, 6, false) : time_axis(values);
  float left = 0, tail = 0;
  for (const AxisTick& tick : plot.values.ticks)
    left = std::max(left, canvas.measure(FontRole::mono, text_size(canvas), tick.text));
  for (const MovingCurve& curve : input.curves)
    tail = std::max(tail, canvas.measure(FontRole::ui_bold, text_size(canvas), curve.name));
  left += canvas.px(10);
  tail = std::min(tail + canvas.px(40), area.w * 0.5F);
  const float above = above_plot * text_size(canvas);
  plot.area = {area.x + left, area.y + above, area.w - left - tail,
               area.h - above - height_below_plot(canvas, lines)};
  if (plot.area.w < canvas.px(80) || plot.area.h < canvas.px(50)) return std::nullopt;
  return plot;
}

void draw_axes(Canvas& canvas, Labels& labels, const Plot& plot) {
  const Palette& palette = canvas.palette();
  const text::Texts& texts = canvas.texts();
  const float size = text_size(canvas);
  const float thin = canvas.whole_px(1);
  canvas.fill(plot.area, palette.well, canvas.px(3));
  for (const AxisTick& tick : plot.values.ticks) {
    const float y = std::round(plot.area.y + plot.area.h * static_cast<float>(1 - tick.at));
    canvas.fill({plot.area.x, y, plot.area.w, thin}, palette.hairline);
    labels.put(text_at(plot.area.x - canvas.px(8), y, FontRole::mono, size, palette.text_faint,
                       tick.text, AlignX::right));
  }
  labels.put(text_at(plot.area.x, plot.area.y - size * 0.8F, FontRole::ui, size, palette.text_dim,
                     texts.get(plot.is_rate ? "moving.rate_axis" : "moving.time_axis")));
  const float y = plot.area.y + plot.area.h + size;
  for (double bytes = plot.least_bytes; bytes <= plot.most_bytes * 1.01; bytes *= 4) {
    const float x = std::round(plot.x_of(bytes));
    canvas.fill({x, plot.area.y + plot.area.h, thin, canvas.px(4)}, palette.text_faint);
    labels.put(text_at(x, y, FontRole::mono, size, palette.text_faint, binary_bytes_text(bytes),
                       AlignX::center));
  }
  labels.put(text_at(plot.area.x + plot.area.w, y + size * 1.3F, FontRole::ui, size,
                     palette.text_dim, texts.get("moving.bytes_axis"), AlignX::right));
}

// Only as far as it holds.
void draw_model(Canvas& canvas, const Plot& plot, const MovingCurve& curve,
                const CurveModel& model) {
  constexpr int pieces = 48;
  const Misfit misfit = misfit_of(curve, model);
  const double to = misfit.fails_from ? curve.points[*misfit.fails_from].bytes : plot.most_bytes;
  float last_x = 0, last_y = 0;
  for (int i = 0; i <= pieces; ++i) {
    const double bytes =
        plot.least_bytes * std::pow(plot.most_bytes / plot.least_bytes, double(i) / pieces);
    if (bytes > to) break;
    const float x = plot.x_of(bytes);
    const float y = plot.y_of(plot.value_of(bytes, model.seconds(bytes)));
    if (i > 0 && i % 2 == 0)  // dashes
      canvas.line(last_x, last_y, x, y, canvas.px(1.4F), canvas.palette().good);
    last_x = x;
    last_y = y;
  }
}

std::string rate_of(const CurvePoint& point) {
  return three_digits(point.bytes / point.seconds / giga);
}

// Start-up and rate; how far the times are from them; from where on they do not hold.
std::string model_text(const MovingCurve& curve, const text::Texts& texts) {
  const CurveModel& model = *curve.model;
  const Misfit misfit = misfit_of(curve, model);
  const auto rate = [](double value) { return three_digits(value / giga); };
  // The intervals suppose that a line describes all sizes.
  const char* key = misfit.fails_from ? "moving.model_short" : "moving.model";
  std::string text = texts.get(
      key, fmt::arg("startup", seconds_text(model.startup_seconds)),
      fmt::arg("startup_low", seconds_text(model.startup_low)),
      fmt::arg("startup_high", seconds_text(model.startup_high)),
      fmt::arg("rate", rate(model.bytes_per_second)), fmt::arg("rate_low", rate(model.rate_low)),
      fmt::arg("rate_high",
               std::isfinite(model.rate_high) ? rate(model.rate_high) : std::string("∞")));
  const auto percent = [](double share) { return percent_text(std::round(share * 100) / 100); };
  text = curve.name + ": " + text + " " +
         texts.get("moving.model_misfit", fmt::arg("shorter", percent(misfit.shorter)),
                   fmt::arg("longer", percent(misfit.longer)));
  if (!misfit.fails_from) return text;
  const auto slower = [](const CurvePoint& a, const CurvePoint& b) {
    return a.bytes / a.seconds < b.bytes / b.seconds;
  };
  const auto first = curve.points.begin() + static_cast<std::ptrdiff_t>(*misfit.fails_from);
  const auto [low, high] = std::minmax_element(first, curve.points.end(), slower);
  std::string rates = rate_of(*low);
  if (rate_of(*high) != rates) rates += "–" + rate_of(*high);
  return text + " " +
         texts.get("moving.model_fails", fmt::arg("size", binary_bytes_text(first->bytes)),
                   fmt::arg("rates", rates));
}

const MovingCurve* modelled_curve(const CurvesInput& input) {
  const MovingCurve* chosen =
      input.chosen < input.curves.size() ? &input.curves[input.chosen] : nullptr;
  return chosen != nullptr && chosen->model && !chosen->points.empty() ? chosen : nullptr;
}

// Beside the badge.
float model_text_x(const Canvas& canvas) {
  return badge_width(canvas, Origin::model) + canvas.px(8);
}

std::vector<std::string> model_lines(const Canvas& canvas, const CurvesInput& input, float width) {
  const MovingCurve* curve = modelled_curve(input);
  if (curve == nullptr) return {};
  return wrapped(canvas.style(), FontRole::ui, text_size(canvas),
                 model_text(*curve, canvas.texts()), width - model_text_x(canvas), 6);
}

std::string tooltip_of(const MovingCurve& curve, const CurvePoint& point,
                       const text::Texts& texts) {
  return fmt::format("{}, {}\n{}\n{} GB/s", curve.name, binary_bytes_text(point.bytes),
                     interval_text(point.seconds, point.low, point.high, texts), rate_of(point));
}

void draw_curve(Canvas& canvas, const Plot& plot, const CurvesInput& input, std::size_t index) {
  const MovingCurve& curve = input.curves[index];
  const Palette& palette = canvas.palette();
  const bool is_chosen = index == input.chosen;
  const Color color = is_chosen ? palette.good : palette.text_dim;
  const float side = canvas.px(14);
  for (std::size_t i = 0; i < curve.points.size(); ++i) {
    const CurvePoint& point = curve.points[i];
    const float x = plot.x_of(point.bytes);
    const float y = plot.y_of(plot.value_of(point.bytes, point.seconds));
    if (i > 0) {
      const CurvePoint& before = curve.points[i - 1];
      canvas.line(plot.x_of(before.bytes), plot.y_of(plot.value_of(before.bytes, before.seconds)),
                  x, y, canvas.px(is_chosen ? 1.8F : 1.2F),
                  with_alpha(color, is_chosen ? 1 : 0.6F));
    }
    draw_mark_shape(canvas, {shape_of(index), color, is_chosen, palette.well}, x, y,
                    canvas.px(mark_units));
    canvas.hit({x - side / 2, y - side / 2, side, side}, HitKind::point,
               index * points_per_curve + i, tooltip_of(curve, point, canvas.texts()));
  }
}

// Names at the right, in the order of the curves' ends, pushed apart; lines lead to them.
void draw_names(Canvas& canvas, Labels& labels, const Plot& plot, const CurvesInput& input,
                float right) {
  struct Name {
    std::size_t index;
    float x, wanted, y;
  };
  std::vector<Name> names;
  for (std::size_t i = 0; i < input.curves.size(); ++i) {
    if (input.curves[i].points.empty()) continue;
    const CurvePoint& last = input.curves[i].points.back();
    const float y = plot.y_of(plot.value_of(last.bytes, last.seconds));
    names.push_back({i, plot.x_of(last.bytes), y, y});
  }
  std::ranges::stable_sort(names, {}, &Name::wanted);
  const float size = text_size(canvas);
  const float pitch = size * name_pitch;
  for (std::size_t i = 0; i < names.size(); ++i)
    names[i].y = std::max(names[i].wanted, i == 0 ? plot.area.y : names[i - 1].y + pitch);
  float limit = plot.area.y + plot.area.h;
  for (std::size_t i = names.size(); i-- > 0;) {
    names[i].y = std::min(names[i].y, limit);
    limit = names[i].y - pitch;
  }
  const float left = plot.area.x + plot.area.w + canvas.px(14);
  const float mark = canvas.px(mark_units);
  const Palette& palette = canvas.palette();
  for (const Name& name : names) {
    if (name.y < plot.area.y) continue;  // too many: the marks' tooltips have the name
    const bool is_chosen = name.index == input.chosen;
    const Color color = is_chosen ? palette.good : palette.text_dim;
    const float text_x = left + mark + canvas.px(6);
    if (!labels.put_fitted(text_at(text_x, name.y, is_chosen ? FontRole::ui_bold : FontRole::ui,
                                   size, is_chosen ? palette.good_text : palette.text_dim,
                                   input.curves[name.index].name),
                           right - text_x))
      continue;
    canvas.line(name.x + canvas.px(6), name.wanted, left - canvas.px(3), name.y, canvas.px(1),
                with_alpha(color, 0.6F));
    draw_mark_shape(canvas, {shape_of(name.index), color, is_chosen, palette.panel},
                    left + mark / 2, name.y, mark);
    canvas.hit({left, name.y - pitch / 2, right - left, pitch}, HitKind::point,
               name.index * points_per_curve, input.curves[name.index].name);
  }
}

}  // namespace

DrawList build_curves(const CurvesInput& input, const Style& style, float width, float height) {
  Canvas canvas(style, width, height);
  const Rect body = draw_head(canvas, input.head, input.absence);
  const std::vector<std::string> lines = model_lines(canvas, input, body.w);
  const std::optional<Plot> plot = plot_of(canvas, input, body, lines.size());
  if (!plot) return canvas.take();
  Labels labels(canvas);
  draw_axes(canvas, labels, *plot);
  if (const MovingCurve* curve = modelled_curve(input)) {
    draw_model(canvas, *plot, *curve, *curve->model);
    float y = plot->area.y + plot->area.h + before_model * text_size(canvas);
    draw_badge(canvas, Origin::model, body.x, y);
    for (const std::string& line : lines) {
      canvas.label(text_at(body.x + model_text_x(canvas), y, FontRole::ui, text_size(canvas),
                           canvas.palette().text, line));
      y += model_pitch * text_size(canvas);
    }
  }
  for (std::size_t i = 0; i < input.curves.size(); ++i)
    if (i != input.chosen) draw_curve(canvas, *plot, input, i);
  if (input.chosen < input.curves.size()) draw_curve(canvas, *plot, input, input.chosen);
  draw_names(canvas, labels, *plot, input, body.x + body.w);
  return canvas.take();
}

float least_height(const CurvesInput& input, const Style& style, float width) {
  if (!input.absence.empty()) return 0;
  const Canvas canvas(style, width, 1);
  const float size = text_size(canvas);
  const std::size_t lines = model_lines(canvas, input, width_below_head(style, width)).size();
  const float names = size * name_pitch * static_cast<float>(input.curves.size());
  const float body =
      above_plot * size + std::max(canvas.px(least_plot), names) + height_below_plot(canvas, lines);
  return height_with_head(input.head, style, width, body);
}

}  // namespace lanescope::picture
