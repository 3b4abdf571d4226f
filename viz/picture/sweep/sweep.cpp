#include "viz/picture/sweep/sweep.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "viz/picture/core/badge.h"
#include "viz/picture/core/canvas.h"
#include "viz/picture/core/frame.h"
#include "viz/picture/core/line_break.h"
#include "viz/picture/core/units.h"
#include "viz/picture/sweep/parts.h"

namespace lanescope::picture {
namespace {

constexpr float key_row_units = 24;
constexpr float min_w = 220, min_h = 190;  // units: smaller pictures show only the plot
constexpr float min_h_of_lines = 260;      // units: with less, one line of keys
constexpr float min_words = 60;            // units: left for words beside a badge
constexpr float least_plot = 110;          // units: as high as a map with its axes needs

bool any_time(const SweepInput& input, bool measured) {
  return std::any_of(input.series.begin(), input.series.end(), [&](const SweepSeries& series) {
    return std::any_of(series.points.begin(), series.points.end(), [&](const SeriesPoint& point) {
      return point.time && point.time->measured == measured;
    });
  });
}

// The problem, if no point has a value; empty if some have or may get one.
std::string common_problem(const SweepInput& input) {
  std::string problem;
  for (const SweepSeries& series : input.series) {
    for (const SeriesPoint& point : series.points) {
      if (point.problem.empty() || point.quantity) return {};
      if (problem.empty()) problem = point.problem;
    }
  }
  return problem;
}

constexpr float after_title = 14;  // units

float title_width(const SweepPen& pen) {
  return pen.canvas.measure(FontRole::ui_bold, pen.canvas.px(text_title), pen.input.title);
}

// The launch does not fit beside the title. It is not cut: its end is a number.
bool has_row_for_launch(const SweepPen& pen, float width) {
  const float wanted =
      pen.canvas.measure(FontRole::mono, pen.canvas.px(text_body), pen.input.fixed);
  return title_width(pen) + pen.canvas.px(after_title) + wanted > width;
}

void draw_launch(const SweepPen& pen, float x, float middle, float room) {
  pen.labels.put_fitted(text_at(x, middle, FontRole::mono, pen.canvas.px(text_body),
                                pen.canvas.palette().text_dim, pen.input.fixed),
                        room);
}

// "Matrix transpose: over paddings · N 4096"
void draw_title(const SweepPen& pen, const Rect& row, bool with_launch) {
  Canvas& canvas = pen.canvas;
  const float size = canvas.px(text_title);
  const float middle = row.y + row.h / 2;
  Label title =
      text_at(row.x, middle, FontRole::ui_bold, size, canvas.palette().text, pen.input.title);
  if (!pen.labels.put_fitted(title, row.w)) return;
  const float x = row.x + title_width(pen) + canvas.px(after_title);
  if (with_launch && !pen.input.fixed.empty()) draw_launch(pen, x, middle, row.x + row.w - x);
}

// Legend of one axis: badge, sample and words.
struct Key {
  Origin origin;
  bool filled = true, line = false, sample = true;
  Color color;
  std::string words;
};

// The machine that the key's badge names; empty: none.
std::string machine_of(const SweepPen& pen, const Key& key) {
  return key.origin == Origin::model ? pen.input.machine : std::string();
}

float badge_width_of(const SweepPen& pen, const Key& key) {
  const std::string machine = machine_of(pen, key);
  return machine.empty() ? badge_width(pen.canvas, key.origin)
                         : model_badge_width(pen.canvas, machine);
}

// The full width.
float key_width(const SweepPen& pen, const Key& key) {
  const Canvas& canvas = pen.canvas;
  const float sample = key.sample ? canvas.px(key.line ? 34 : 22) : 0;
  return badge_width_of(pen, key) + canvas.px(8) + sample +
         canvas.measure(FontRole::ui, axis_text_size(canvas), key.words) + canvas.px(2);
}

// Nothing if there is no room.
void draw_key(const SweepPen& pen, const Key& key, float x, float middle, float room) {
  Canvas& canvas = pen.canvas;
  const std::string machine = machine_of(pen, key);
  float badge = badge_width_of(pen, key) + canvas.px(8);
  const float sample = key.sample ? canvas.px(key.line ? 26 : 14) : 0;
  const float after_badge = sample + (key.sample ? canvas.px(8) : 0);
  std::string full = key.words;
  if (!machine.empty() && badge + after_badge + canvas.px(min_words) > room) {
    badge = 0;  // the machine's name must not be missing, so the words name it
    full = model_badge_text(machine, canvas.texts()) + ": " + full;
  }
  const float before = badge + after_badge;
  float size = axis_text_size(canvas);
  if (canvas.measure(FontRole::ui, size, full) > room - before) size = canvas.px(text_small);
  const std::string words = fitted(canvas.style(), FontRole::ui, size, full, room - before);
  if (words.empty()) return;
  if (badge > 0) {
    const float w = badge - canvas.px(8);
    if (machine.empty())
      draw_badge(canvas, key.origin, x, middle);
    else
      draw_model_badge(canvas, x + w, middle, machine);
    pen.labels.keep_free({x, middle - canvas.px(badge_units / 2), w, canvas.px(badge_units)});
  }
  const float left = x + badge;
  if (key.sample && key.line)
    canvas.line(left, middle, left + sample, middle, canvas.px(1.8F), key.color);
  if (key.sample) {
    draw_mark_shape(canvas, {MarkShape::circle, key.color, key.filled, canvas.palette().panel},
                    left + sample / 2, middle, canvas.px(9));
  }
  const Label label =
      text_at(x + before, middle, FontRole::ui, size,
              key.line ? canvas.palette().good_text : canvas.palette().text_dim, words);
  pen.labels.put(label);
  const bool is_count = key.origin == Origin::model;
  canvas.explain(canvas.bounds(label), is_count ? "metric." + pen.input.count : "sweep.time_axis");
}

// The legends of all axes, the left axis first.
std::vector<Key> keys_of(const SweepPen& pen) {
  const Canvas& canvas = pen.canvas;
  const SweepInput& input = pen.input;
  const text::Texts& texts = canvas.texts();
  const bool is_map = !input.by.empty();
  std::vector<Key> keys{{Origin::model, true, true, !is_map, canvas.palette().good,
                         quantity_text(input.kind, input.count, texts)}};
  if (is_map) return keys;
  for (const bool measured : {true, false}) {
    if (!any_time(input, measured)) continue;
    const std::string& gpu = measured ? input.measured_on : input.recorded_on;
    keys.push_back({measured ? Origin::measured : Origin::recorded, measured, false, true,
                    canvas.palette().text,
                    texts.get("sweep.time_axis", fmt::arg("unit", time_unit(input).name),
                              fmt::arg("gpu", gpu))});
  }
  return keys;
}

constexpr float between_keys = 12;  // units

// One line for all keys if they fit, otherwise one line per key.
std::size_t lines_of_keys(const SweepPen& pen, float width) {
  const std::vector<Key> keys = keys_of(pen);
  float wanted = -pen.canvas.px(between_keys);
  for (const Key& key : keys) wanted += key_width(pen, key) + pen.canvas.px(between_keys);
  return wanted <= width ? 1 : keys.size();
}

// The left axis's key is on the left, the right axis's keys on the right; with several lines, one
// below the other.
void draw_keys(const SweepPen& pen, const Rect& area, std::size_t lines) {
  Canvas& canvas = pen.canvas;
  const std::vector<Key> keys = keys_of(pen);
  const float row = area.h / static_cast<float>(lines);
  if (lines > 1) {
    for (std::size_t i = 0; i < keys.size(); ++i)
      draw_key(pen, keys[i], area.x, area.y + row * (static_cast<float>(i) + 0.5F), area.w);
    return;
  }
  const float middle = area.y + area.h / 2;
  const auto right = static_cast<float>(keys.size() - 1);
  float end = area.x + area.w;
  for (std::size_t i = keys.size(); i-- > 1;) {
    const float room = std::min(key_width(pen, keys[i]), area.w * 0.5F / right);
    draw_key(pen, keys[i], end - room, middle, room);
    end -= room + canvas.px(between_keys);
  }
  draw_key(pen, keys.front(), area.x, middle, end - area.x);
}

// The facts of the chosen point in one line; empty if there is none.
std::string selected_text(const SweepInput& input, const text::Texts& texts) {
  if (!input.selected) return {};
  const std::size_t per_series = input.series.front().points.size();
  if (per_series == 0 || *input.selected / per_series >= input.series.size()) return {};
  const SweepSeries& series = input.series[*input.selected / per_series];
  std::string words = facts_of(input, series, series.points[*input.selected % per_series], texts);
  for (std::size_t at = 0; (at = words.find('\n', at)) != std::string::npos;)
    words.replace(at, 1, " · ");
  return words;
}

constexpr float words_share = 0.62F;  // of the foot's row; the rest is the bar's

struct Foot {
  std::string words;  // empty: it has nothing to say
  Color color;
};

// The progress of the run, the chosen point, an error, or a hint.
Foot foot_of(const SweepPen& pen, float width) {
  const Canvas& canvas = pen.canvas;
  const SweepInput& input = pen.input;
  const text::Texts& texts = canvas.texts();
  const Palette& palette = canvas.palette();
  std::string words;
  Color color = palette.text_dim;
  if (input.progress == SweepProgress::running) {
    words = texts.get(input.has_keys ? "sweep.running" : "sweep.running_plain",
                      fmt::arg("done", input.done), fmt::arg("n", input.total));
  } else if (input.progress == SweepProgress::cancelled) {
    words = texts.get("sweep.cancelled", fmt::arg("done", input.done), fmt::arg("n", input.total));
    color = palette.costly_text;
  } else if (words = selected_text(input, texts); words.empty()) {
    std::size_t failed = 0;
    std::size_t wrong = 0;  // ran on after an error
    std::string why;        // of the first that failed
    for (const SweepSeries& series : input.series) {
      for (const SeriesPoint& point : series.points) {
        if (point.problem.empty()) continue;
        ++(point.quantity ? wrong : failed);
        if (failed > 0 && why.empty()) {
          why = text::Texts::with_grouped_numbers(
              texts.say(point.reason.empty() ? point.problem : point.reason));
        }
      }
    }
    color = failed + wrong > 0 ? palette.error_text : color;
    if (wrong > 0) {
      words = texts.count("sweep.some_wrong", wrong);
    } else if (failed > 0 && failed < input.total) {
      words = texts.count("sweep.some_failed", failed, fmt::arg("why", why));
    } else if (failed == 0 && input.has_keys) {
      words = whole_parts(canvas.style(), FontRole::ui, axis_text_size(canvas),
                          texts.get("sweep.hint"), width * words_share);
      color = palette.text_faint;
    }
  }
  return {std::move(words), color};
}

void draw_foot(const SweepPen& pen, const Foot& foot, const Rect& row) {
  if (foot.words.empty()) return;
  Canvas& canvas = pen.canvas;
  const SweepInput& input = pen.input;
  const float middle = row.y + row.h / 2;
  const bool has_button = input.selected || input.progress == SweepProgress::running;
  pen.labels.put_fitted(
      text_at(row.x, middle, FontRole::ui, axis_text_size(canvas), foot.color, foot.words),
      input.button_w > 0 ? row.w - input.button_w
      : has_button       ? row.w * words_share
                         : row.w);
  if (input.progress != SweepProgress::running) return;
  const Rect bar{std::round(row.x + row.w * 0.66F), std::round(middle - canvas.px(3)),
                 std::round(row.w * 0.34F), canvas.whole_px(6)};
  canvas.progress_bar(bar, input.share);
}

// One message if no point has a value.
void draw_problem(const SweepPen& pen, const std::string& problem, const Rect& area) {
  Canvas& canvas = pen.canvas;
  const float size = axis_text_size(canvas);
  float y = area.y + area.h * 0.3F;
  pen.labels.put_fitted(
      text_at(area.x, y, FontRole::ui_bold, canvas.px(text_title), canvas.palette().error_text,
              canvas.texts().get("sweep.all_failed")),
      area.w);
  for (const std::string& line :
       wrapped(canvas.style(), FontRole::mono, size, problem, area.w, 8)) {
    y += size * 1.6F;
    if (y > area.y + area.h) return;
    pen.labels.put(text_at(area.x, y, FontRole::mono, size, canvas.palette().text, line));
  }
}

}  // namespace

Rect sweep_foot(const Style& style, float width, float height) {
  const auto px = [&](float units) { return units * style.scale; };
  const float margin = std::round(px(2 * space_unit));
  if (width < px(min_w) || height < px(min_h)) return {};
  const float row = std::round(px(key_row_units));
  return {margin, height - margin * 0.5F - row, width - 2 * margin, row};
}

DrawList build_sweep(const SweepInput& input, const Style& style, float width, float height) {
  if (!input.absence.empty() || input.series.empty()) {
    const bool begins = input.absence.empty();  // its points are not known yet
    return build_message_view(
        style.texts->get(begins ? "sweep.preparing_title" : "sweep.nothing_title"),
        begins ? style.texts->get("sweep.preparing") : input.absence, style, width, height);
  }
  Canvas canvas(style, width, height);
  Labels labels(canvas);
  const SweepPen pen{canvas, labels, input};
  const float margin = canvas.whole_px(2 * space_unit);
  Rect area{margin, margin * 0.5F, width - 2 * margin, height - margin};
  if (area.w <= 0 || area.h <= 0) return canvas.take();
  const bool roomy = width >= canvas.px(min_w) && height >= canvas.px(min_h);
  const float row = canvas.whole_px(key_row_units);
  if (roomy) {
    const bool has_row = has_row_for_launch(pen, area.w) && height >= canvas.px(min_h_of_lines);
    // The plot comes first: in a low picture the row below it goes if it is empty, and then the
    // title, which the page's tab says, too.
    const Foot foot = foot_of(pen, area.w);
    const float title_h = row * 1.2F;
    const float least = canvas.px(least_plot) + row + canvas.px(4);  // with one line of keys
    const bool has_foot = !foot.words.empty() || area.h - title_h - row >= least;
    if (has_foot) area.h -= row;
    if (area.h - title_h >= least) draw_title(pen, area.take_top(title_h), !has_row);
    if (has_row) {
      const Rect launch = area.take_top(row);
      draw_launch(pen, launch.x, launch.y + launch.h / 2, launch.w);
    }
    const std::size_t lines = height >= canvas.px(min_h_of_lines) ? lines_of_keys(pen, area.w) : 1;
    draw_keys(pen, area.take_top(row * static_cast<float>(lines)), lines);
    area.take_top(canvas.px(4));
    draw_foot(pen, foot, sweep_foot(style, width, height));
  }
  if (const std::string problem = common_problem(input); !problem.empty()) {
    draw_problem(pen, text::Texts::with_grouped_numbers(canvas.texts().say(problem)), area);
  } else if (input.by.empty()) {
    draw_plot(pen, area);
  } else {
    draw_map(pen, area);
  }
  return canvas.take();
}

}  // namespace lanescope::picture
