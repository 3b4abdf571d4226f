#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "viz/picture/core/axis.h"
#include "viz/picture/core/canvas.h"
#include "viz/picture/core/units.h"
#include "viz/picture/sweep/parts.h"

namespace lanescope::picture {
namespace {

constexpr float mark_units = 9;
constexpr float time_mark_units = 11;

struct Series {
  const SweepSeries* series = nullptr;
  MarkShape shape = MarkShape::circle;
  Color color, time_color;
};

// All simulated counts have one colour; with a chosen line, the others are fainter.
Color series_color(const Palette& palette, const SweepInput& input, std::size_t index) {
  const bool any = std::any_of(input.series.begin(), input.series.end(),
                               [](const SweepSeries& series) { return series.chosen; });
  return !any || input.series[index].chosen ? palette.good
                                            : mixed(palette.well, palette.good, 0.55F);
}

// The layout of the plot.
struct Plot {
  Rect area;            // for lines and points
  float tail = 0;       // width at the right end of `area` for the names of lines
  float max_inset = 0;  // left of the first point and right of the last
  ValueAxis counts, times;
  DurationUnit unit;
  bool has_times = false;
  std::size_t columns = 0;

  [[nodiscard]] float x_of(std::size_t column) const {
    const float inset = std::min(area.w * 0.03F, max_inset);
    const float room = area.w - tail - 2 * inset;
    if (columns < 2) return area.x + inset + room / 2;
    return area.x + inset + room * static_cast<float>(column) / static_cast<float>(columns - 1);
  }
  [[nodiscard]] float pitch() const { return columns < 2 ? area.w - tail : x_of(1) - x_of(0); }
  [[nodiscard]] float y_of_count(double value) const {
    return area.y + area.h * static_cast<float>(1 - counts.position_of(value));
  }
  [[nodiscard]] float y_of_time(double ms) const {
    return area.y + area.h * static_cast<float>(1 - times.position_of(ms * unit.per_ms));
  }
};

std::vector<double> all_counts(const SweepInput& input) {
  std::vector<double> values;
  for (const SweepSeries& series : input.series) {
    for (const SeriesPoint& point : series.points) {
      if (point.quantity) values.push_back(*point.quantity);
    }
  }
  return values;
}

std::vector<double> all_times(const SweepInput& input) {
  std::vector<double> values;
  for (const SweepSeries& series : input.series) {
    for (const SeriesPoint& point : series.points) {
      if (!point.time) continue;
      for (const double ms : {point.time->median, point.time->low, point.time->high}) {
        if (ms > 0) values.push_back(ms);
      }
    }
  }
  return values;
}

// Times whose mark lies on the mark of their own count.
std::size_t hidden_marks(const Canvas& canvas, const SweepInput& input, const Plot& plot) {
  std::size_t hidden = 0;
  for (const SweepSeries& series : input.series) {
    for (const SeriesPoint& point : series.points) {
      if (!point.time || !point.quantity) continue;
      const float apart = plot.y_of_count(*point.quantity) - plot.y_of_time(point.time->median);
      hidden += std::abs(apart) < canvas.px(time_mark_units) ? 1 : 0;
    }
  }
  return hidden;
}

float widest(const Canvas& canvas, const std::vector<AxisTick>& ticks) {
  float width = 0;
  for (const AxisTick& tick : ticks)
    width = std::max(width, canvas.measure(FontRole::mono, axis_text_size(canvas), tick.text));
  return width;
}

Plot plot_of(const SweepPen& pen, const Rect& area) {
  const Canvas& canvas = pen.canvas;
  const SweepInput& input = pen.input;
  Plot plot;
  plot.max_inset = canvas.px(18);
  plot.columns = input.series.empty() ? 0 : input.series.front().points.size();
  const float line = axis_text_size(canvas) * 1.4F;
  plot.area = {area.x, area.y + line / 2, area.w, area.h - line / 2 - 2 * line - canvas.px(6)};
  const auto most = static_cast<std::size_t>(std::max(plot.area.h / (line * 1.6F), 1.0F));
  const std::vector<double> counts = all_counts(input);
  const bool whole = std::all_of(counts.begin(), counts.end(),
                                 [](double value) { return value == std::floor(value); });
  std::vector<double> shown = counts;
  const bool are_shares = input.count.ends_with("percent");
  if (are_shares && !shown.empty()) shown.push_back(96);  // makes the axis end at 100
  plot.counts = value_axis(shown, std::min<std::size_t>(most, 10), whole, input.by_powers);
  constexpr double full = 104;  // as far above the highest mark as elsewhere
  if (are_shares && !plot.counts.logarithmic && plot.counts.high > full)
    plot.counts = {0, full, false, {{0, "0"}, {100 / full, "100"}}};  // too low for more ticks
  std::vector<double> times = all_times(input);
  plot.has_times = !times.empty();
  if (plot.has_times) {
    plot.unit = time_unit(input);
    for (double& time : times) time *= plot.unit.per_ms;
    // Both axes are of the same kind, so that equal slopes mean equal growth.
    bool by_powers = input.by_powers || plot.counts.logarithmic;
    if (!by_powers && value_axis(times, 8, false).logarithmic && !are_shares) {
      plot.counts = value_axis(shown, std::min<std::size_t>(most, 10), whole, true);
      by_powers = plot.counts.logarithmic;  // not where a count is 0
    }
    if (!by_powers) times.push_back(0);  // keeps their axis linear
    const double longest = *std::max_element(times.begin(), times.end());
    std::size_t least_hidden = std::numeric_limits<std::size_t>::max();
    // Both axes begin at 0. If the marks of times would lie on those of counts, the times' axis
    // ends higher: a mark under another one seems to say that both grow alike.
    for (const double room : {1.0, 1.3, 1.7, 2.2}) {
      std::vector<double> shown_times = times;
      shown_times.push_back(longest * room);
      Plot tried = plot;
      tried.times = value_axis(shown_times, std::min<std::size_t>(most, 8), false, by_powers);
      const std::size_t hidden = hidden_marks(canvas, input, tried);
      if (hidden >= least_hidden) continue;
      least_hidden = hidden;
      plot.times = std::move(tried.times);
    }
  }
  const float gap = canvas.px(8);
  // The box around a value under the crosshair is wider than the ticks' numbers.
  const float boxed =
      canvas.measure(FontRole::mono_bold, axis_text_size(canvas), "58.1") + canvas.px(4);
  const float left = widest(canvas, plot.counts.ticks) + gap;
  const float right = plot.has_times ? std::max(widest(canvas, plot.times.ticks), boxed) + gap : 0;
  plot.area.x += left;
  plot.area.w -= left + right;
  if (input.series.size() > 1) {
    for (const SweepSeries& series : input.series) {
      plot.tail = std::max(plot.tail,
                           canvas.measure(FontRole::ui_bold, axis_text_size(canvas), series.name));
    }
    plot.tail = std::min(plot.tail + canvas.px(46), plot.area.w * 0.35F);
  }
  return plot;
}

void draw_frame_and_grid(const SweepPen& pen, const Plot& plot) {
  Canvas& canvas = pen.canvas;
  const Palette& palette = canvas.palette();
  canvas.fill(plot.area, palette.well, canvas.px(3));
  const float thin = canvas.whole_px(1);
  for (const AxisTick& tick : plot.counts.ticks) {
    const float y = std::round(plot.area.y + plot.area.h * static_cast<float>(1 - tick.at));
    canvas.fill(
        {plot.area.x, std::min(y, plot.area.y + plot.area.h - thin), plot.area.w - plot.tail, thin},
        palette.hairline);
  }
}

// A highlighted name on an axis: under the crosshair, or the current value.
struct Pill {
  float x = 0, y = 0;
  AlignX align = AlignX::center;
  std::string text;
  Color color;
};

void draw_pill(const SweepPen& pen, const Pill& pill) {
  Canvas& canvas = pen.canvas;
  const Label label = text_at(pill.x, pill.y, FontRole::mono_bold, axis_text_size(canvas),
                              pill.color, pill.text, pill.align);
  if (!pen.labels.put(label)) return;
  Rect box = canvas.bounds(label);
  const float pad = canvas.px(3);
  box = {box.x - pad, box.y - pad / 2, box.w + 2 * pad, box.h + pad};
  canvas.fill(box, canvas.palette().panel_raised, canvas.px(3));
  canvas.outline(box, pill.color, canvas.whole_px(1), canvas.px(3));
  pen.labels.keep_free(box);
}

float value_labels_y(const SweepPen& pen, const Plot& plot) {
  return plot.area.y + plot.area.h + axis_text_size(pen.canvas) * 0.9F;
}

// "log" below an axis whose equal distances are equal factors.
void draw_log_mark(const SweepPen& pen, const ValueAxis& axis, float x, float y, AlignX align) {
  if (!axis.logarithmic) return;
  const text::Texts& texts = pen.canvas.texts();
  const Label mark = text_at(x, y, FontRole::mono, axis_text_size(pen.canvas),
                             pen.canvas.palette().text_dim, texts.get("sweep.log"), align);
  if (pen.labels.put(mark))
    pen.canvas.hit(pen.canvas.bounds(mark), HitKind::none, 0, texts.get("sweep.log_tip"));
}

// Points stand at equal distances, whatever their values: the axis says so where these differ. Of
// values that are left out nothing is known, though a line passes over them.
std::string spacing_text(const std::vector<std::int64_t>& values, const text::Texts& texts) {
  bool by_steps = true;
  bool is_whole = true;
  for (std::size_t i = 1; i < values.size(); ++i)
    is_whole = is_whole && values[i] - values[i - 1] == 1;
  bool by_factor = values.size() > 2 && values[0] > 0 && values[1] % values[0] == 0;
  for (std::size_t i = 2; i < values.size(); ++i) {
    by_steps = by_steps && values[i] - values[i - 1] == values[1] - values[0];
    by_factor = by_factor && values[i] * values[0] == values[i - 1] * values[1];
  }
  std::string spacing;
  if (!by_steps) {
    spacing = by_factor ? texts.get("sweep.by_factor", fmt::arg("factor", values[1] / values[0]))
                        : texts.get("sweep.uneven");
  }
  if (!is_whole) spacing += (spacing.empty() ? "" : " · ") + texts.get("sweep.joined");
  return spacing;
}

void draw_value_axes(const SweepPen& pen, const Plot& plot) {
  Canvas& canvas = pen.canvas;
  const Palette& palette = canvas.palette();
  const float size = axis_text_size(canvas);
  const auto y_of = [&](const AxisTick& tick) {
    return plot.area.y + plot.area.h * static_cast<float>(1 - tick.at);
  };
  for (const AxisTick& tick : plot.counts.ticks) {
    pen.labels.put(text_at(plot.area.x - canvas.px(8), y_of(tick), FontRole::mono, size,
                           palette.good_text, tick.text, AlignX::right));
  }
  draw_log_mark(pen, plot.counts, plot.area.x - canvas.px(8), value_labels_y(pen, plot),
                AlignX::right);
  if (!plot.has_times) return;
  const float right = plot.area.x + plot.area.w;
  draw_log_mark(pen, plot.times, right + canvas.px(8), value_labels_y(pen, plot), AlignX::left);
  const float thin = canvas.whole_px(1);
  for (const AxisTick& tick : plot.times.ticks) {
    const float y = std::round(y_of(tick));
    canvas.fill({right - canvas.whole_px(5), std::min(y, plot.area.y + plot.area.h - thin),
                 canvas.whole_px(5), thin},
                palette.text_dim);
    pen.labels.put(text_at(right + canvas.px(8), y_of(tick), FontRole::mono, size, palette.text_dim,
                           tick.text));
  }
}

void draw_parameter_axis(const SweepPen& pen, const Plot& plot) {
  Canvas& canvas = pen.canvas;
  const Palette& palette = canvas.palette();
  const float size = axis_text_size(canvas);
  const std::vector<SeriesPoint>& points = pen.input.series.front().points;
  std::vector<std::int64_t> values;
  float width = 0;
  for (const SeriesPoint& point : points) {
    values.push_back(point.value);
    width = std::max(width, canvas.measure(FontRole::mono, size, value_text(point.value)));
  }
  const float bottom = plot.area.y + plot.area.h;
  const auto every =
      static_cast<std::size_t>(std::ceil((width + canvas.px(10)) / std::max(plot.pitch(), 0.5F)));
  const float thin = canvas.whole_px(1);
  for (const std::size_t i : named_values(values, std::max<std::size_t>(every, 1))) {
    const float x = plot.x_of(i);
    canvas.fill({std::round(x - thin / 2), bottom, thin, canvas.whole_px(4)}, palette.text_faint);
    pen.labels.put(text_at(x, value_labels_y(pen, plot), FontRole::mono, size, palette.text_dim,
                           value_text(values[i]), AlignX::center));
  }
  std::string name = pen.input.parameter;
  if (!pen.input.parameter_label.empty() && pen.input.parameter_label != name)
    name += " – " + pen.input.parameter_label;
  if (const std::string spacing = spacing_text(values, canvas.texts()); !spacing.empty())
    name += " · " + spacing;
  pen.labels.put_fitted(
      text_at(plot.area.x + (plot.area.w - plot.tail) / 2, value_labels_y(pen, plot) + size * 1.4F,
              FontRole::ui, size, palette.text, name, AlignX::center),
      plot.area.w);
}

// Marks the column of the current value.
void draw_present(const SweepPen& pen, const Plot& plot) {
  Canvas& canvas = pen.canvas;
  for (const SweepSeries& series : pen.input.series) {
    for (std::size_t i = 0; i < series.points.size(); ++i) {
      if (!series.points[i].is_present) continue;
      const float x = plot.x_of(i);
      const float half = std::clamp(plot.pitch() / 2, canvas.px(5), canvas.px(14));
      const float left = std::max(x - half, plot.area.x);
      const float right = std::min(x + half, plot.area.x + plot.area.w);
      canvas.fill({left, plot.area.y, right - left, plot.area.h}, canvas.palette().selection);
      draw_pill(pen, {x, value_labels_y(pen, plot), AlignX::center,
                      value_text(series.points[i].value), canvas.palette().selection_border});
      return;
    }
  }
}

void draw_series_line(Canvas& canvas, const Plot& plot, const Series& of) {
  const std::vector<SeriesPoint>& points = of.series->points;
  std::optional<std::size_t> last;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (!points[i].quantity) {
      last.reset();  // a line across points not yet computed would show values that nobody has seen
      continue;
    }
    if (last) {
      canvas.line(plot.x_of(*last), plot.y_of_count(*points[*last].quantity), plot.x_of(i),
                  plot.y_of_count(*points[i].quantity), canvas.px(1.8F), of.color);
    }
    last = i;
  }
}

void draw_series_marks(Canvas& canvas, const Plot& plot, const Series& of) {
  const Palette& palette = canvas.palette();
  const float size = std::clamp(plot.pitch() * 0.7F, canvas.px(4), canvas.px(mark_units));
  const std::vector<SeriesPoint>& points = of.series->points;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const float x = plot.x_of(i);
    if (points[i].quantity) {
      draw_mark_shape(canvas, {of.shape, of.color, true, palette.well}, x,
                      plot.y_of_count(*points[i].quantity), size);
    }
    if (points[i].problem.empty()) continue;
    const float y = points[i].quantity ? plot.y_of_count(*points[i].quantity)
                                       : plot.area.y + plot.area.h - canvas.px(7);
    canvas.cross(x, y, canvas.px(4), canvas.px(2), palette.error_text);
  }
}

void draw_times(Canvas& canvas, const Plot& plot, const Series& of) {
  const float size = std::clamp(plot.pitch() * 0.8F, canvas.px(5), canvas.px(time_mark_units));
  const float thin = canvas.whole_px(1.4F);
  const float reach = size * 0.55F;
  const std::vector<SeriesPoint>& points = of.series->points;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (!points[i].time) continue;
    const SweepTime& time = *points[i].time;
    const float x = plot.x_of(i);
    const float high = plot.y_of_time(time.high);
    const float low = plot.y_of_time(time.low);
    if (low - high > size) {  // otherwise the marker covers it
      canvas.fill(snapped(x - thin / 2, high, x - thin / 2 + thin, low), of.time_color);
      for (const float y : {high, low}) {
        canvas.fill(snapped(x - reach, y - thin / 2, x + reach, y - thin / 2 + thin),
                    of.time_color);
      }
    }
    draw_mark_shape(canvas, {of.shape, of.time_color, time.measured, canvas.palette().well}, x,
                    plot.y_of_time(time.median), size);
  }
}

// Names at the ends of the lines, pushed apart to avoid overlaps; leader lines connect them.
void draw_names(const SweepPen& pen, const Plot& plot, const std::vector<Series>& all) {
  Canvas& canvas = pen.canvas;
  if (all.size() < 2) return;
  struct Name {
    const Series* of;
    float x, wanted, y;
  };
  std::vector<Name> names;
  for (const Series& of : all) {
    const std::vector<SeriesPoint>& points = of.series->points;
    for (std::size_t i = points.size(); i-- > 0;) {
      if (!points[i].quantity) continue;
      const float y = plot.y_of_count(*points[i].quantity);
      names.push_back({&of, plot.x_of(i), y, y});
      break;
    }
  }
  std::stable_sort(names.begin(), names.end(),
                   [](const Name& a, const Name& b) { return a.wanted < b.wanted; });
  const float size = axis_text_size(canvas);
  const float pitch = size * 1.25F;
  const float last = plot.area.y + plot.area.h - size * 0.6F;
  for (std::size_t i = 0; i < names.size(); ++i) {
    names[i].y =
        std::max(names[i].wanted, i == 0 ? plot.area.y + size * 0.6F : names[i - 1].y + pitch);
  }
  float limit = last;
  for (std::size_t i = names.size(); i-- > 0;) {
    names[i].y = std::min(names[i].y, limit);
    limit = names[i].y - pitch;
  }
  const float left = plot.area.x + plot.area.w - plot.tail + canvas.px(14);
  const float mark = canvas.px(mark_units);
  for (const Name& name : names) {
    const Label label =
        text_at(left + mark + canvas.px(6), name.y, FontRole::ui_bold, size,
                name.of->series->chosen ? canvas.palette().good_text : canvas.palette().text_dim,
                name.of->series->name);
    if (name.y < plot.area.y || !pen.labels.put_fitted(label, plot.tail - canvas.px(46))) continue;
    canvas.line(name.x + canvas.px(6), name.wanted, left - canvas.px(3), name.y, canvas.px(1),
                with_alpha(name.of->color, 0.6F));
    draw_mark_shape(canvas, {name.of->shape, name.of->color, true, canvas.palette().well},
                    left + mark / 2, name.y, mark);
  }
}

// Lines from the point under the mouse to both axes, with its values there.
void draw_crosshair(const SweepPen& pen, const Plot& plot) {
  const std::size_t points_per_series = plot.columns;
  if (!pen.input.pointed || points_per_series == 0) return;
  const std::size_t series = *pen.input.pointed / points_per_series;
  const std::size_t column = *pen.input.pointed % points_per_series;
  if (series >= pen.input.series.size()) return;
  Canvas& canvas = pen.canvas;
  const Palette& palette = canvas.palette();
  const SeriesPoint& point = pen.input.series[series].points[column];
  const float x = plot.x_of(column);
  const float thin = canvas.whole_px(1);
  canvas.fill({std::round(x - thin / 2), plot.area.y, thin, plot.area.h}, palette.text_faint);
  draw_pill(pen,
            {x, value_labels_y(pen, plot), AlignX::center, value_text(point.value), palette.text});
  if (point.quantity) {
    const float y = plot.y_of_count(*point.quantity);
    canvas.fill(snapped(plot.area.x, y, x, y + thin), palette.good);
    draw_pill(pen, {plot.area.x - canvas.px(8), y, AlignX::right, count_text(point.quantity),
                    palette.good_text});
  }
  if (point.time) {
    const float y = plot.y_of_time(point.time->median);
    const float right = plot.area.x + plot.area.w;
    canvas.fill(snapped(x, y, right, y + thin), palette.text_dim);
    std::string words = time_text(point.time->median, plot.unit);
    words = words.substr(0, words.find(' '));
    draw_pill(pen, {right + canvas.px(8), y, AlignX::left, words, palette.text});
  }
}

// A column selects the chosen line's point; a marker selects its own.
void add_hits(const SweepPen& pen, const Plot& plot) {
  Canvas& canvas = pen.canvas;
  const SweepInput& input = pen.input;
  const auto chosen = std::find_if(input.series.begin(), input.series.end(),
                                   [](const SweepSeries& series) { return series.chosen; });
  const std::size_t first =
      chosen == input.series.end() ? 0 : static_cast<std::size_t>(chosen - input.series.begin());
  std::vector<std::string> descriptions;  // of all points, series by series
  for (const SweepSeries& series : input.series) {
    for (const SeriesPoint& point : series.points)
      descriptions.push_back(description_of(input, series, point, canvas.texts()));
  }
  const auto add = [&](const Rect& rect, std::size_t series, std::size_t column) {
    const std::size_t point = series * plot.columns + column;
    canvas.hit(rect, HitKind::point, point, descriptions[point]);
  };
  for (std::size_t i = 0; i < plot.columns; ++i) {
    const float half = plot.pitch() / 2;
    const float left = std::max(plot.x_of(i) - half, plot.area.x);
    const float right = std::min(plot.x_of(i) + half, plot.area.x + plot.area.w - plot.tail);
    // Down to the value on the axis, which looks as if it could be pressed.
    const float bottom = value_labels_y(pen, plot) + canvas.px(8);
    add({left, plot.area.y, std::max(right - left, 1.0F), bottom - plot.area.y}, first, i);
  }
  if (input.series.size() < 2) return;
  const float side = canvas.px(14);
  for (std::size_t series = 0; series < input.series.size(); ++series) {
    for (std::size_t i = 0; i < plot.columns; ++i) {
      const SeriesPoint& point = input.series[series].points[i];
      const auto around = [&](float y) {
        const float left = std::max(plot.x_of(i) - side / 2, plot.area.x);
        const float top = std::clamp(y - side / 2, plot.area.y, plot.area.y + plot.area.h - side);
        add({left, top, side, side}, series, i);
      };
      if (plot.area.h < side) continue;
      if (point.quantity) around(plot.y_of_count(*point.quantity));
      if (point.time) around(plot.y_of_time(point.time->median));
    }
  }
}

}  // namespace

void draw_plot(const SweepPen& pen, const Rect& area) {
  if (pen.input.series.empty() || pen.input.series.front().points.empty()) return;
  const Plot plot = plot_of(pen, area);
  Canvas& canvas = pen.canvas;
  if (plot.area.w - plot.tail < canvas.px(60) || plot.area.h < canvas.px(40)) return;
  const Palette& palette = canvas.palette();
  std::vector<Series> all;
  for (std::size_t i = 0; i < pen.input.series.size(); ++i) {
    const SweepSeries& series = pen.input.series[i];
    const bool strong = series.chosen || pen.input.series.size() == 1;
    all.push_back({&series, shape_of(i), series_color(palette, pen.input, i),
                   strong ? palette.text : palette.text_dim});
  }
  // The chosen line is drawn over the others.
  std::stable_sort(all.begin(), all.end(), [](const Series& a, const Series& b) {
    return !a.series->chosen && b.series->chosen;
  });
  draw_frame_and_grid(pen, plot);
  draw_crosshair(pen, plot);
  draw_present(pen, plot);
  for (const Series& each : all) draw_series_line(canvas, plot, each);
  for (const Series& each : all) draw_times(canvas, plot, each);
  for (const Series& each : all) draw_series_marks(canvas, plot, each);
  draw_names(pen, plot, all);
  draw_value_axes(pen, plot);
  draw_parameter_axis(pen, plot);
  add_hits(pen, plot);
}

}  // namespace lanescope::picture
