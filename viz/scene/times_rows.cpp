#include "viz/scene/times_rows.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "viz/scene/times_text.h"

namespace lanescope::scene {
namespace {

// One line of a row: a figure, a cost, or words in the place of a bar.
struct Line {
  Origin origin = Origin::model;
  const TimeFigure* figure = nullptr;
  const CostFigure* cost = nullptr;
  std::string words{};
  bool wrong = false;  // the words are of a failure
  [[nodiscard]] bool faint() const { return figure != nullptr && !figure->other_values.empty(); }
};

std::vector<Line> all_lines(const TimesInput& input, const TimesRow& row,
                            const text::Texts& texts) {
  std::vector<Line> lines;
  const auto say = [&](Origin origin, std::string words, bool wrong = false) {
    Line line;
    line.origin = origin;
    line.words = std::move(words);
    line.wrong = wrong;
    lines.push_back(std::move(line));
  };
  if (!row.applies) {
    say(Origin::model, texts.get("times.does_not_apply"));
    return lines;
  }
  if (!row.failure.empty()) {
    say(Origin::measured, row.failure, true);
  } else if (row.measured) {
    lines.push_back({Origin::measured, &*row.measured, nullptr});
  } else if (row.measuring || row.waits) {
    say(Origin::measured, texts.get(row.measuring ? "times.measuring" : "times.waits"));
  }
  if (row.recorded) {
    lines.push_back({Origin::recorded, &*row.recorded, nullptr});
  } else if (input.recorded_on && (!row.measured || !row.measured->other_values.empty())) {
    say(Origin::recorded,
        texts.get(row.recorded_otherwise ? "times.not_recorded" : "times.never_recorded"));
  }
  if (row.cost) {
    lines.push_back({Origin::model, nullptr, &*row.cost});
  } else {
    say(Origin::model, texts.get("times.not_simulated"));  // its place is kept: nothing jumps
  }
  return lines;
}

// What is worth the only line there is.
int worth(const Line& line) {
  if (line.wrong) return 5;
  if (line.figure != nullptr && !line.faint()) return line.origin == Origin::measured ? 6 : 4;
  if (line.figure != nullptr) return 3;
  if (line.origin == Origin::measured) return 2;  // being measured: a recorded time stays meanwhile
  return line.cost != nullptr ? 2 : 1;
}

std::vector<Line> lines_of(const TimesInput& input, std::size_t index, RowDetail detail,
                           const text::Texts& texts) {
  std::vector<Line> lines = all_lines(input, input.rows[index], texts);
  if (detail == RowDetail::one_line) {
    const bool row_applies = input.rows[index].applies;
    // Bars on two scales below each other would be compared.
    const bool any_time = std::any_of(
        input.rows.begin(), input.rows.end(),
        [](const TimesRow& row) { return row.measured || row.recorded || !row.failure.empty(); });
    if (any_time && row_applies && lines.back().origin == Origin::model) {
      lines.pop_back();
      if (lines.empty()) {
        Line line;
        line.words = texts.get("times.no_time");
        return {line};
      }
    }
    return {*std::max_element(lines.begin(), lines.end(),
                              [](const Line& a, const Line& b) { return worth(a) < worth(b); })};
  }
  if (detail == RowDetail::cost_of_chosen && index != input.chosen && lines.size() > 1) {
    std::erase_if(lines, [](const Line& line) { return line.origin == Origin::model; });
  }
  return lines;
}

struct Pitch {
  float line = 0, gap = 0;  // pixels
};

Pitch pitch_of(const Canvas& canvas, RowDetail detail) {
  switch (detail) {
    case RowDetail::roomy:
      return {canvas.whole_px(20), canvas.whole_px(12)};
    case RowDetail::tight:
    case RowDetail::cost_of_chosen:
      return {canvas.whole_px(18), canvas.whole_px(6)};
    case RowDetail::one_line:
      break;
  }
  return {canvas.whole_px(18), canvas.whole_px(3)};
}

// Where things stand across; pixels. A column without room has no width.
struct Columns {
  float name = 0, name_w = 0;
  float badge = 0, badge_w = 0;
  float bars = 0, bars_w = 0;
  float warm = 0, bandwidth = 0, share = 0;  // right edges; 0: no such column
  float marks = 0;                           // left edge; 0: none
  float right = 0;
};

constexpr float warm_units = 66;
constexpr float bandwidth_units = 58;
constexpr float share_units = 62;
constexpr float marks_units = 50;
constexpr float least_bars_units = 210;

Columns columns_of(const Canvas& canvas, const TimesInput& input, const Rect& area) {
  Columns columns;
  const float gap = canvas.px(10);
  columns.name = area.x;
  columns.right = area.x + area.w;
  for (const TimesRow& row : input.rows) {
    columns.name_w =
        std::max(columns.name_w, canvas.measure(FontRole::ui_bold, canvas.px(text_body), row.name));
  }
  columns.name_w = std::min(columns.name_w + 1, area.w * 0.26F);
  columns.badge = columns.name + columns.name_w + gap;
  for (const Origin origin : {Origin::model, Origin::measured, Origin::recorded}) {
    columns.badge_w = std::max(columns.badge_w, badge_width(canvas, origin));
  }
  if (area.w < columns.name_w + columns.badge_w + 2 * gap + canvas.px(90)) columns.badge_w = 0;
  columns.bars = std::round(columns.badge + columns.badge_w + (columns.badge_w > 0 ? gap : 0));
  float right = columns.right;
  const auto room = [&](float units) {
    return right - columns.bars - canvas.px(units) >= canvas.px(least_bars_units);
  };
  if (room(marks_units)) {
    right -= canvas.px(marks_units);
    columns.marks = right + canvas.px(8);
  }
  const bool all = room(share_units + bandwidth_units + warm_units);
  const bool two = all || room(share_units + bandwidth_units);
  if (two || room(share_units)) {
    columns.share = right;
    right -= canvas.px(share_units);
  }
  if (two) {
    columns.bandwidth = right;
    right -= canvas.px(bandwidth_units);
  }
  if (all) {
    columns.warm = right;
    right -= canvas.px(warm_units);
  }
  columns.bars_w = std::max(0.0F, right - canvas.px(8) - columns.bars);
  return columns;
}

// The scales of what is drawn.
struct Scales {
  double full_ms = 0;
  double full_bytes = 0;
  float time_room = 0;  // pixels of full_ms
  float cost_room = 0;
  int cost_form = 0;  // how much is said beside a cost's bars
  bool axis = false;  // of times: there is room for it
};

double bytes_of_sectors(const CostFigure& cost) { return static_cast<double>(cost.sectors) * 32; }
double bytes_of_wavefronts(const CostFigure& cost) {
  return static_cast<double>(cost.wavefronts) * 128;
}

std::string time_words(const TimeFigure& figure) {
  const std::string time = duration_text(figure.cold.median);
  return figure.other_values.empty() ? time : time + "  " + figure.other_values;
}

// `form`: 0 says most, 2 least.
std::string cost_words(const CostFigure& cost, int form, const text::Texts& texts) {
  const std::string ratio = ratio_text(cost.sectors, cost.ideal_sectors);
  const std::string shared_ratio = ratio_text(cost.wavefronts, cost.ideal_wavefronts);
  const bool shared = cost.wavefronts > 0;
  const bool global = cost.sectors > 0 || !shared;
  if (form == 2) return !shared ? ratio : !global ? shared_ratio : ratio + " · " + shared_ratio;
  const auto part = [&](const char* key, const std::string& times, double bytes) {
    return texts.get(key, fmt::arg("ratio", times), fmt::arg("bytes", bytes_text(bytes)));
  };
  std::string words;
  if (global)
    words =
        part(form == 0 ? "times.global_cost" : "times.global_ratio", ratio, bytes_of_sectors(cost));
  if (shared)
    words += (global ? " · " : "") + part(form == 0 ? "times.shared_cost" : "times.shared_ratio",
                                          shared_ratio, bytes_of_wavefronts(cost));
  return words;
}

Scales scales_of(const Canvas& canvas, const std::vector<std::vector<Line>>& rows,
                 const Columns& columns) {
  Scales scales;
  const float gap = canvas.px(8);
  float words = 0;
  for (const std::vector<Line>& lines : rows) {
    for (const Line& line : lines) {
      if (line.figure != nullptr) {
        const TimeFigure& figure = *line.figure;
        scales.full_ms = std::max({scales.full_ms, figure.cold.median, figure.cold.high,
                                   figure.warm.median, figure.warm.high});
        words = std::max(words, canvas.measure(FontRole::mono_bold, canvas.px(text_body - 1),
                                               time_words(figure)));
      }
      if (line.cost != nullptr) {
        scales.full_bytes = std::max(
            {scales.full_bytes, bytes_of_sectors(*line.cost), bytes_of_wavefronts(*line.cost)});
      }
    }
  }
  scales.time_room = std::floor(columns.bars_w - words - gap);
  for (scales.cost_form = 0; scales.cost_form < 3; ++scales.cost_form) {
    float widest = 0;
    for (const std::vector<Line>& lines : rows) {
      for (const Line& line : lines) {
        if (line.cost == nullptr) continue;
        widest = std::max(widest,
                          canvas.measure(FontRole::ui, canvas.px(text_small),
                                         cost_words(*line.cost, scales.cost_form, canvas.texts())));
      }
    }
    scales.cost_room = std::floor(columns.bars_w - widest - gap);
    if (scales.cost_room >= columns.bars_w * 0.4F) break;
  }
  return scales;
}

Label text_at(float x, float middle, FontRole font, float size, const Color& color,
              std::string text, AlignX align = AlignX::left) {
  Label label;
  label.x = x;
  label.y = middle;
  label.align_x = align;
  label.align_y = AlignY::middle;
  label.font = font;
  label.size = size;
  label.color = color;
  label.text = std::move(text);
  return label;
}

struct Pen {
  Canvas& canvas;
  const Columns& columns;
  const Scales& scales;
};

// From `low` to `high`, with an end at each where they are apart.
void draw_whisker(Canvas& canvas, float low, float high, float middle, float reach) {
  const Color& color = canvas.palette().text;
  const float thick = canvas.whole_px(1.4F);
  const auto cap = [&](float x) {
    canvas.fill(snapped(x - thick / 2, middle - reach, x - thick / 2 + thick, middle + reach),
                color);
  };
  canvas.fill(snapped(low, middle - thick / 2, std::max(high, low + 1), middle - thick / 2 + thick),
              color);
  cap(low);
  if (high - low >= 2 * thick) cap(high);
}

// A notch across the bar: where the warm median lies.
void draw_notch(Canvas& canvas, float x, float top, float height) {
  const float inner = canvas.whole_px(2);
  const float edge = canvas.whole_px(1.2F);
  const float left = std::max(std::round(x - inner / 2), edge);
  canvas.fill({left - edge, top, inner + 2 * edge, height}, canvas.palette().panel);
  canvas.fill({left, top, inner, height}, canvas.palette().text);
}

// 1, 2, 2.5 or 5 times a power of ten, so that at most `most` of them make `full`.
double nice_step(double full, double most) {
  const double rough = full / std::max(most, 1.0);
  const double power = std::pow(10.0, std::floor(std::log10(std::max(rough, 1e-12))));
  for (const double times : {1.0, 2.0, 2.5, 5.0}) {
    if (power * times >= rough) return power * times;
  }
  return power * 10;
}

// Where the axis has its ticks: x in pixels, and the number there.
struct Tick {
  float x = 0;
  std::string text;
};
std::vector<Tick> ticks_of(const Pen& pen) {
  std::vector<Tick> ticks;
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

float x_of(const Pen& pen, double ms) {
  return pen.columns.bars +
         pen.scales.time_room * static_cast<float>(ms / std::max(pen.scales.full_ms, 1e-9));
}

// Where the words behind a bar begin.
float words_x(const Pen& pen, const TimeFigure& figure, bool faint) {
  float end = pen.columns.bars;
  if (pen.scales.time_room >= pen.canvas.px(24)) {
    end = x_of(pen, figure.cold.median);
    if (!faint) end = std::max({end, x_of(pen, figure.cold.high), x_of(pen, figure.warm.median)});
  }
  return std::round(end + pen.canvas.px(8));
}

// The axis's ticks behind a bar, but not behind its words.
void draw_grid(const Pen& pen, const TimeFigure& figure, bool faint, float top, float height) {
  if (!pen.scales.axis) return;
  Canvas& canvas = pen.canvas;
  const float from = words_x(pen, figure, faint) - canvas.px(2);
  const float to =
      from + canvas.px(6) +
      canvas.measure(FontRole::mono_bold, canvas.px(text_body - 1), time_words(figure));
  for (const Tick& tick : ticks_of(pen)) {
    if (tick.x < from || tick.x > to)
      canvas.fill({std::round(tick.x), std::round(top), canvas.whole_px(1), std::round(height)},
                  canvas.palette().hairline);
  }
}

void draw_time_bar(const Pen& pen, const Line& line, bool chosen, float middle, float line_h) {
  Canvas& canvas = pen.canvas;
  const Palette& palette = canvas.palette();
  const TimeFigure& figure = *line.figure;
  if (pen.scales.time_room >= canvas.px(24)) {
    const float h = std::round(line_h * 0.62F);
    const float top = std::round(middle - h / 2);
    const Color color = bar_color(palette, chosen);
    const Rect bar =
        snapped(pen.columns.bars, top,
                std::max(x_of(pen, figure.cold.median), pen.columns.bars + 1), top + h);
    const float radius = std::min(canvas.px(2), bar.w / 2);
    if (line.faint()) {
      canvas.outline(bar, palette.text_faint, canvas.whole_px(1), radius);
    } else if (line.origin == Origin::measured) {
      canvas.fill(bar, color, radius);
    } else {
      Box box;
      box.rect = bar;
      box.radius = radius;
      box.fill = mixed(palette.panel, color, 0.30F);
      box.border = color;
      box.border_width = canvas.whole_px(1.4F);
      canvas.box(box);
    }
    if (!line.faint()) {
      if (figure.warm.count > 0) {
        const float over = canvas.whole_px(2);
        draw_notch(canvas, x_of(pen, figure.warm.median), top - over, h + 2 * over);
      }
      draw_whisker(canvas, x_of(pen, figure.cold.low), x_of(pen, figure.cold.high), middle,
                   h * 0.32F);
    }
  }
  canvas.label(text_at(words_x(pen, figure, line.faint()), middle,
                       chosen ? FontRole::mono_bold : FontRole::mono, canvas.px(text_body - 1),
                       line.faint() ? palette.text_faint : palette.text, time_words(figure)));
}

void draw_cost_bars(const Pen& pen, const CostFigure& cost, float middle, float line_h) {
  Canvas& canvas = pen.canvas;
  const Palette& palette = canvas.palette();
  float end = pen.columns.bars;
  if (pen.scales.cost_room >= canvas.px(24) && pen.scales.full_bytes > 0) {
    const float thin = std::max(canvas.whole_px(4), std::round(line_h * 0.22F));
    const float apart = canvas.whole_px(1.5F);
    const bool both = cost.wavefronts > 0 && cost.sectors > 0;
    float top = std::round(middle - (both ? thin + apart / 2 : thin / 2));
    const auto bar = [&](double bytes, bool costly) {
      if (bytes <= 0) return;
      const float w =
          std::max(pen.scales.cost_room * static_cast<float>(bytes / pen.scales.full_bytes), 2.0F);
      canvas.fill(snapped(pen.columns.bars, top, pen.columns.bars + w, top + thin),
                  costly ? palette.costly : palette.good, 1);
      end = std::max(end, pen.columns.bars + w);
      top += thin + apart;
    };
    bar(bytes_of_sectors(cost), cost.sectors > cost.ideal_sectors);
    bar(bytes_of_wavefronts(cost), cost.wavefronts > cost.ideal_wavefronts);
  }
  Label label = text_at(std::round(end + canvas.px(7)), middle, FontRole::ui, canvas.px(text_small),
                        palette.text_dim,
                        cost_words(cost, std::min(pen.scales.cost_form, 2), canvas.texts()));
  canvas.fitted_label(label, pen.columns.bars + pen.columns.bars_w + canvas.px(8) - label.x);
}

std::string share_words(double share) { return fmt::format("{:.0f} %", 100 * share); }

void draw_numbers(const Pen& pen, const TimeFigure& figure, bool chosen, float middle) {
  Canvas& canvas = pen.canvas;
  const Palette& palette = canvas.palette();
  const auto number = [&](float right, const Color& color, std::string text) {
    if (right > 0)
      canvas.label(text_at(right, middle, chosen ? FontRole::mono_bold : FontRole::mono,
                           canvas.px(text_body - 1), color, std::move(text), AlignX::right));
  };
  if (figure.warm.count > 0)
    number(pen.columns.warm, palette.text_dim, duration_text(figure.warm.median));
  if (figure.gigabytes_a_second > 0)
    number(
        pen.columns.bandwidth, palette.text,
        text::Texts::grouped(static_cast<std::uint64_t>(std::llround(figure.gigabytes_a_second))));
  if (figure.share_of_copy > 0)
    number(pen.columns.share, palette.text, share_words(figure.share_of_copy));
}

void draw_marks(const Pen& pen, const TimeFigure& figure, float middle) {
  if (pen.columns.marks <= 0) return;
  Canvas& canvas = pen.canvas;
  const Palette& palette = canvas.palette();
  const text::Texts& texts = canvas.texts();
  float x = pen.columns.marks;
  const float step = mark_width(canvas) + canvas.px(4);
  const VerdictWords words = words_of(figure.arrays);
  if (figure.arrays == ArrayVerdict::differs) {
    draw_mark(canvas, x, middle, words.sign, palette.error_text, true,
              figure.difference.empty() ? texts.get(words.text_key) : figure.difference);
  } else if (figure.arrays != ArrayVerdict::unknown) {
    draw_mark(canvas, x, middle, words.sign, palette.good_text, false, texts.get(words.text_key));
  }
  x += step;
  if (!figure.traps.empty()) {
    std::string tooltip;
    for (const std::string& trap : figure.traps)
      tooltip += (tooltip.empty() ? "" : "\n") + texts.get("trap." + trap);
    draw_mark(canvas, x, middle, "!", palette.costly_text, true, std::move(tooltip));
  }
}

void draw_line(const Pen& pen, const TimesRow& row, const Line& line, bool chosen,
               std::size_t index, float top, float line_h) {
  Canvas& canvas = pen.canvas;
  const Palette& palette = canvas.palette();
  const float middle = top + line_h / 2;
  std::string story = line.words;
  if (line.figure != nullptr) story = figure_story(row, *line.figure, line.origin, canvas.texts());
  if (line.cost != nullptr) story = cost_story(row, *line.cost, canvas.texts());
  canvas.hit({pen.columns.name, top, pen.columns.right - pen.columns.name, line_h},
             HitKind::variant, index, std::move(story));
  if (pen.columns.badge_w > 0 && row.applies)
    draw_badge(canvas, line.origin, pen.columns.badge, middle, line.faint() || !line.words.empty(),
               std::min(16.0F, 0.85F * line_h));
  if (line.figure != nullptr) {
    draw_grid(pen, *line.figure, line.faint(), top, line_h);
    draw_time_bar(pen, line, chosen, middle, line_h);
    if (!line.faint()) {
      draw_numbers(pen, *line.figure, chosen, middle);
      draw_marks(pen, *line.figure, middle);
    }
  } else if (line.cost != nullptr) {
    draw_cost_bars(pen, *line.cost, middle, line_h);
  } else {
    const float x = pen.columns.bars;
    canvas.fitted_label(text_at(x, middle, FontRole::ui, canvas.px(text_body - 1),
                                line.wrong ? palette.error_text : palette.text_faint,
                                line.words.substr(0, line.words.find('\n'))),
                        pen.columns.right - x);
  }
}

void draw_axis(const Pen& pen, float top) {
  Canvas& canvas = pen.canvas;
  const Palette& palette = canvas.palette();
  const float size = canvas.px(text_small);
  const float middle = top + axis_height(canvas) / 2;
  float free_from = 0;
  for (const Tick& tick : ticks_of(pen)) {
    canvas.label(text_at(tick.x, middle, FontRole::mono, size, palette.text_faint, tick.text,
                         AlignX::center));
    free_from = tick.x + canvas.measure(FontRole::mono, size, tick.text) / 2 + canvas.px(10);
  }
  const std::string name =
      canvas.texts().get("times.axis", fmt::arg("unit", unit_for(pen.scales.full_ms).name));
  if (free_from > 0 && canvas.measure(FontRole::ui, size, name) <= pen.columns.right - free_from)
    canvas.label(text_at(free_from, middle, FontRole::ui, size, palette.text_faint, name));
}

// Above the numbers: what they are.
void draw_headings(const Pen& pen, float middle) {
  Canvas& canvas = pen.canvas;
  const auto heading = [&](float right, const char* key) {
    if (right > 0)
      canvas.label(text_at(right, middle, FontRole::ui, canvas.px(text_small),
                           canvas.palette().text_faint, canvas.texts().get(key), AlignX::right));
  };
  heading(pen.columns.warm, "times.warm");
  heading(pen.columns.bandwidth, "times.bandwidth");
  heading(pen.columns.share, "times.share");
  canvas.label(text_at(pen.columns.bars, middle, FontRole::ui, canvas.px(text_small),
                       canvas.palette().text_faint, canvas.texts().get("times.cold")));
}

float headings_height(const Canvas& canvas) { return canvas.whole_px(20); }

void draw_bar_legend(const Pen& pen, float top) {
  Canvas& canvas = pen.canvas;
  const Palette& palette = canvas.palette();
  const text::Texts& texts = canvas.texts();
  const float size = canvas.px(text_small);
  const float middle = top + legend_height(canvas) / 2;
  const float sample_w = canvas.whole_px(22);
  float x = pen.columns.name;
  const auto entry = [&](const char* key, auto draw_sample) {
    const std::string text = texts.get(key);
    const float w = sample_w + canvas.px(6) + canvas.measure(FontRole::ui, size, text);
    if (x + w > pen.columns.right) return;
    draw_sample(std::round(x));
    canvas.label(
        text_at(x + sample_w + canvas.px(6), middle, FontRole::ui, size, palette.text_faint, text));
    x += w + canvas.px(18);
  };
  const float h = canvas.whole_px(9);
  const float bar_top = std::round(middle - h / 2);
  const Color color = bar_color(palette, false);
  if (pen.scales.full_ms > 0) {
    entry("times.legend_cold", [&](float left) {
      canvas.fill({left, bar_top, sample_w, h}, color, canvas.px(2));
    });
    entry("times.legend_warm", [&](float left) {
      canvas.fill({left, bar_top, sample_w, h}, color, canvas.px(2));
      draw_notch(canvas, left + sample_w / 2, bar_top - 1, h + 2);
    });
    entry("times.legend_interval", [&](float left) {
      draw_whisker(canvas, left + canvas.px(4), left + sample_w - canvas.px(4), middle, h * 0.45F);
    });
  }
  if (pen.scales.full_bytes > 0) {
    entry("times.legend_cost", [&](float left) {
      const float thin = canvas.whole_px(4);
      canvas.fill({left, std::round(middle - thin - 1), sample_w, thin}, palette.good, 1);
      canvas.fill({left, std::round(middle + 1), sample_w * 0.6F, thin}, palette.costly, 1);
    });
  }
}

// The rows that fit, the chosen one among them.
struct Window {
  std::size_t first = 0, last = 0;
};

Window window_of(const std::vector<float>& heights, std::size_t chosen, float room) {
  chosen = std::min(chosen, heights.size() - 1);
  Window window{chosen, chosen + 1};
  float taken = heights[chosen];
  for (bool grown = true; grown;) {
    grown = false;
    if (window.first > 0 && taken + heights[window.first - 1] <= room) {
      taken += heights[--window.first];
      grown = true;
    }
    if (window.last < heights.size() && taken + heights[window.last] <= room) {
      taken += heights[window.last++];
      grown = true;
    }
  }
  return window;
}

}  // namespace

Color bar_color(const Palette& palette, bool chosen) {
  return chosen ? palette.good : mixed(palette.panel, palette.text_dim, 0.55F);
}

float mark_width(const Canvas& canvas) { return canvas.whole_px(16); }

float draw_mark(Canvas& canvas, float left, float middle, const char* sign, const Color& color,
                bool filled, std::string tooltip) {
  const float side = mark_width(canvas);
  const Rect box{std::round(left), std::round(middle - side / 2), side, side};
  if (filled) {
    canvas.fill(box, color, canvas.px(3));
  } else {
    canvas.outline(box, color, canvas.whole_px(1), canvas.px(3));
  }
  canvas.label(text_at(box.x + side / 2, middle, FontRole::ui_bold, canvas.px(text_body - 1),
                       filled ? canvas.palette().panel : color, sign, AlignX::center));
  if (!tooltip.empty()) canvas.hit(box, HitKind::none, 0, std::move(tooltip));
  return side;
}

float axis_height(const Canvas& canvas) { return canvas.whole_px(20); }
float legend_height(const Canvas& canvas) { return canvas.whole_px(24); }

float rows_height(const Canvas& canvas, const TimesInput& input, RowDetail detail) {
  const Pitch pitch = pitch_of(canvas, detail);
  float height = headings_height(canvas);
  for (std::size_t i = 0; i < input.rows.size(); ++i) {
    height += pitch.line * static_cast<float>(lines_of(input, i, detail, canvas.texts()).size()) +
              pitch.gap;
  }
  return height;
}

void draw_rows(Canvas& canvas, const TimesInput& input, RowDetail detail, const Rect& area) {
  const text::Texts& texts = canvas.texts();
  const Palette& palette = canvas.palette();
  const Pitch pitch = pitch_of(canvas, detail);
  if (input.rows.empty() || area.h < pitch.line || area.w < canvas.px(120)) return;
  std::vector<std::vector<Line>> lines;
  std::vector<float> heights;
  for (std::size_t i = 0; i < input.rows.size(); ++i) {
    lines.push_back(lines_of(input, i, detail, texts));
    heights.push_back(pitch.line * static_cast<float>(lines.back().size()) + pitch.gap);
  }
  const Columns columns = columns_of(canvas, input, area);
  Scales scales = scales_of(canvas, lines, columns);
  const Pen pen{canvas, columns, scales};
  float all = 0;
  for (const float height : heights) all += height;
  // The rows first; then the axis, the headings, the legend, as far as there is room.
  float spare = area.h - std::min(all, area.h);
  const auto take = [&](float height) {
    const bool fits = spare >= height;
    spare -= fits ? height : 0;
    return fits;
  };
  const bool times = scales.full_ms > 0;
  const bool axis = times && take(axis_height(canvas));
  scales.axis = axis;
  const bool headings = times && take(headings_height(canvas));
  const bool legend = take(legend_height(canvas));
  float y = std::round(area.y);
  if (headings) {
    draw_headings(pen, y + headings_height(canvas) / 2);
    y += headings_height(canvas);
  }
  const float rows_top = y;
  const float room = area.h - (axis ? axis_height(canvas) : 0) -
                     (headings ? headings_height(canvas) : 0) -
                     (legend ? legend_height(canvas) : 0);
  const Window window = window_of(heights, input.chosen, room);
  float bottom = rows_top;
  for (std::size_t i = window.first; i < window.last; ++i) bottom += heights[i];
  if (axis) draw_axis(pen, bottom);
  for (std::size_t i = window.first; i < window.last; ++i) {
    const bool chosen = i == input.chosen;
    const Rect row{area.x - canvas.px(8), y, area.w + canvas.px(16), heights[i]};
    const Rect inside = snapped(std::max(row.x, 0.0F), row.y,
                                std::min(row.x + row.w, canvas.width()), row.y + row.h);
    if (chosen) canvas.fill(inside, with_alpha(palette.selection, 0.75F), canvas.px(5));
    canvas.hit(inside, HitKind::variant, i, input.rows[i].name);
    const float first = y + pitch.gap / 2;
    canvas.fitted_label(text_at(columns.name, first + pitch.line / 2,
                                chosen ? FontRole::ui_bold : FontRole::ui, canvas.px(text_body),
                                input.rows[i].applies ? (chosen ? palette.text : palette.text_dim)
                                                      : palette.text_faint,
                                input.rows[i].name),
                        columns.name_w);
    for (std::size_t k = 0; k < lines[i].size(); ++k) {
      draw_line(pen, input.rows[i], lines[i][k], chosen, i,
                first + pitch.line * static_cast<float>(k), pitch.line);
    }
    y += heights[i];
  }
  if (legend) draw_bar_legend(pen, bottom + (axis ? axis_height(canvas) : 0));
}

}  // namespace lanescope::scene
