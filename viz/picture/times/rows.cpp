
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "viz/picture/core/canvas.h"
#include "viz/picture/core/units.h"
#include "viz/picture/times/columns.h"
#include "viz/picture/times/parts.h"
#include "viz/picture/times/text.h"

namespace lanescope::picture {

Color bar_color(const Palette& palette, bool chosen) {
  return chosen ? palette.good : mixed(palette.panel, palette.text_dim, 0.55F);
}

float mark_width(const Canvas& canvas) { return canvas.whole_px(16); }

void draw_mark(Canvas& canvas, float left, float middle, const char* sign, const Color& color,
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
}

float axis_height(const Canvas& canvas) { return canvas.whole_px(20); }
float legend_height(const Canvas& canvas) { return canvas.whole_px(24); }

namespace {

// ---- the surroundings of the rows: headings above, axis and legend below, grid lines behind ----

// From `low` to `high`, with end strokes if the two differ.
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

// A notch across the bar at the warm median.
void draw_notch(Canvas& canvas, float x, float top, float height) {
  const float inner = canvas.whole_px(2);
  const float edge = canvas.whole_px(1.2F);
  const float left = std::max(std::round(x - inner / 2), edge);
  canvas.fill({left - edge, top, inner + 2 * edge, height}, canvas.palette().panel);
  canvas.fill({left, top, inner, height}, canvas.palette().text);
}

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

std::vector<TimeTick> ticks_of(const Pen& pen) {
  std::vector<TimeTick> ticks;
  if (pen.scales.full_ms <= 0 || pen.scales.time_room < pen.canvas.px(60)) return ticks;
  const double full = pen.scales.full_ms * unit_for(pen.scales.full_ms).per_ms;
  const double spacing = nice_step(full, pen.scales.time_room / pen.canvas.px(60));
  int decimals = 0;
  for (double rest = spacing; std::abs(rest - std::round(rest)) > 1e-6 * rest && decimals < 6;) {
    rest *= 10;
    ++decimals;
  }
  for (int i = 0; i * spacing <= full * (1 + 1e-9); ++i) {
    ticks.push_back(
        {static_cast<float>(pen.columns.bars + pen.scales.time_room * (i * spacing / full)),
         fmt::format("{:.{}f}", i * spacing, decimals)});
  }
  return ticks;
}

float headings_height(const Canvas& canvas) { return canvas.whole_px(20); }

// The axis's grid lines behind a bar, but not behind its text.
void draw_grid(const Pen& pen, const TimeFigure& figure, bool faint, float top, float height) {
  if (pen.scales.ticks.empty()) return;
  Canvas& canvas = pen.canvas;
  const float from = words_x(pen, figure, faint) - canvas.px(5);
  const float to = from + canvas.px(10) +
                   canvas.measure(FontRole::mono_bold, canvas.px(text_body - 1),
                                  time_value_text(figure, canvas.texts()));
  for (const TimeTick& tick : pen.scales.ticks) {
    if (tick.x < from || tick.x > to) {
      canvas.fill({std::round(tick.x), std::round(top), canvas.whole_px(1), std::round(height)},
                  canvas.palette().hairline);
    }
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
  if (free_from > 0 && canvas.measure(FontRole::ui, size, name) <= pen.columns.right - free_from) {
    canvas.explained_label(text_at(free_from, middle, FontRole::ui, size, palette.text_faint, name),
                           "times.axis");
  }
}

// The headings of the number columns.
void draw_headings(const Pen& pen, float middle) {
  Canvas& canvas = pen.canvas;
  const auto heading = [&](float right, const char* key) {
    if (right > 0) {
      canvas.explained_label(text_at(right, middle, FontRole::ui, canvas.px(text_small),
                                     canvas.palette().text_faint, {}, AlignX::right),
                             key);
    }
  };
  heading(pen.columns.warm, "times.warm");
  heading(pen.columns.bandwidth, "times.bandwidth");
  heading(pen.columns.share, "times.share");
  if (pen.columns.marks > 0) {
    const Label signs = text_at(pen.columns.marks, middle, FontRole::ui, canvas.px(text_small),
                                canvas.palette().text_faint, canvas.texts().get("times.signs"));
    if (canvas.width_of(signs) <= pen.columns.right - pen.columns.marks) {
      canvas.label(signs);
      const float half = headings_height(canvas) / 2;
      canvas.hit(snapped(signs.x, middle - half, pen.columns.right, middle + half), HitKind::none,
                 0, canvas.texts().get("times.signs_tip"));
    }
  }
  canvas.explained_label(text_at(pen.columns.bars, middle, FontRole::ui, canvas.px(text_small),
                                 canvas.palette().text_faint, {}),
                         "times.cold");
}

struct LegendSample {
  std::string text;
  std::function<void(float left, float middle)> draw_sample;
  std::string tip{};  // more about it, under the mouse
};

constexpr float sample_units = 22;

std::vector<LegendSample> legend_of(const Pen& pen) {
  Canvas& canvas = pen.canvas;
  const Palette& palette = canvas.palette();
  const text::Texts& texts = canvas.texts();
  const float sample_w = canvas.whole_px(sample_units);
  const float h = canvas.whole_px(9);
  const auto draw_bar = [=, &canvas](float left, float middle) {
    canvas.fill({left, std::round(middle - h / 2), sample_w, h}, bar_color(canvas.palette(), false),
                canvas.px(2));
  };
  std::vector<LegendSample> entries;
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
    const float thin = canvas.whole_px(3);
    entries.push_back(
        {texts.get("times.legend_cost"),
         [=, &canvas, &palette](float left, float middle) {
           canvas.fill({left, std::round(middle - thin - 1), sample_w, thin}, palette.good, 1);
           canvas.fill({left, std::round(middle + 1), sample_w * 0.6F, thin}, palette.good, 1);
         },
         texts.get("times.legend_cost_tip")});
    entries.push_back(
        {texts.get("times.legend_costly"),
         [=, &canvas, &palette](float left, float middle) {
           canvas.fill({left, std::round(middle - thin / 2), sample_w, thin}, palette.costly, 1);
         },
         texts.get("times.legend_cost_tip")});
  }
  return entries;
}

// Lays out the legend: calls `visit` with each entry, its left edge and its line.
void walk_legend(const Pen& pen, int lines,
                 const std::function<void(const LegendSample&, float x, int line)>& visit) {
  if (lines < 1) return;
  const Canvas& canvas = pen.canvas;
  float x = pen.columns.name;
  int line = 0;
  for (const LegendSample& entry : legend_of(pen)) {
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

// Number of lines for the whole legend.
int legend_lines(const Pen& pen) {
  int lines = 1;
  walk_legend(pen, std::numeric_limits<int>::max(),
              [&](const LegendSample&, float, int line) { lines = std::max(lines, line + 1); });
  return lines;
}

// Draws the legend in at most `lines` lines; entries that don't fit are left out.
void draw_bar_legend(const Pen& pen, float top, int lines) {
  Canvas& canvas = pen.canvas;
  walk_legend(pen, lines, [&](const LegendSample& entry, float x, int line) {
    const float middle = top + legend_height(canvas) * (static_cast<float>(line) + 0.5F);
    entry.draw_sample(std::round(x), middle);
    const Label label =
        text_at(x + canvas.whole_px(sample_units) + canvas.px(6), middle, FontRole::ui,
                canvas.px(text_small), canvas.palette().text_faint, entry.text);
    canvas.label(label);
    if (!entry.tip.empty()) {
      const float right = label.x + canvas.width_of(label);
      const float half = legend_height(canvas) / 2;
      canvas.hit(snapped(x, middle - half, right, middle + half), HitKind::none, 0, entry.tip);
    }
  });
}

// ---- the rows ----

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
      canvas.framed(bar, mixed(palette.panel, color, 0.30F), color, canvas.whole_px(1.4F), radius);
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
                       line.faint() ? palette.text_faint : palette.text,
                       time_value_text(figure, canvas.texts())));
}

void draw_cost_bars(const Pen& pen, const CostFigure& cost, float middle, float line_h) {
  Canvas& canvas = pen.canvas;
  const Palette& palette = canvas.palette();
  const float left = pen.scales.cost_left;
  if (pen.scales.cost_room >= canvas.px(24) && pen.scales.full_bytes > 0) {
    const float thin = std::max(canvas.whole_px(4), std::round(line_h * 0.22F));
    const float apart = canvas.whole_px(1.5F);
    const bool both = cost.wavefronts > 0 && cost.sectors > 0;
    float top = std::round(middle - (both ? thin + apart / 2 : thin / 2));
    canvas.fill(snapped(left, top - apart, left + pen.scales.cost_room,
                        top + (both ? 2 * thin + apart : thin) + apart),
                palette.well, 2);  // the scale's whole length
    const auto bar = [&](double bytes, bool costly) {
      if (bytes <= 0) return;
      const float w =
          std::max(pen.scales.cost_room * static_cast<float>(bytes / pen.scales.full_bytes), 2.0F);
      canvas.fill(snapped(left, top, left + w, top + thin), costly ? palette.costly : palette.good,
                  1);
      top += thin + apart;
    };
    bar(bytes_of_sectors(cost), cost.sectors > cost.ideal_sectors);
    bar(bytes_of_wavefronts(cost), cost.wavefronts > cost.ideal_wavefronts);
  }
  canvas.fitted_label(
      text_at(pen.columns.bars, middle, FontRole::ui, canvas.px(text_small), palette.text_dim,
              cost_value_text(cost, std::min(pen.scales.cost_form, 2), canvas.texts())),
      pen.columns.bars_w + canvas.px(8));
}

std::string share_text(double share) { return fmt::format("{:.0f} %", 100 * share); }

void draw_numbers(const Pen& pen, const TimeFigure& figure, bool chosen, float middle) {
  Canvas& canvas = pen.canvas;
  const Palette& palette = canvas.palette();
  const auto number = [&](float right, const Color& color, std::string text) {
    if (right > 0) {
      canvas.label(text_at(right, middle, chosen ? FontRole::mono_bold : FontRole::mono,
                           canvas.px(text_body - 1), color, std::move(text), AlignX::right));
    }
  };
  if (figure.warm.count > 0)
    number(pen.columns.warm, palette.text_dim, duration_text(figure.warm.median));
  if (figure.gigabytes_per_second > 0) {
    number(pen.columns.bandwidth, palette.text,
           text::Texts::grouped(
               static_cast<std::uint64_t>(std::llround(figure.gigabytes_per_second))));
  }
  if (figure.share_of_copy > 0)
    number(pen.columns.share, palette.text, share_text(figure.share_of_copy));
}

void draw_marks(const Pen& pen, const TimeFigure& figure, const std::string& failure,
                float middle) {
  if (pen.columns.marks <= 0) return;
  Canvas& canvas = pen.canvas;
  const Palette& palette = canvas.palette();
  const text::Texts& texts = canvas.texts();
  float x = pen.columns.marks;
  const float pitch = mark_width(canvas) + canvas.px(4);
  const VerdictWords words = words_of(figure.arrays);
  if (figure.arrays == ArrayVerdict::differs) {
    draw_mark(canvas, x, middle, words.sign, palette.error_text, true,
              figure.difference.empty() ? texts.get(words.text_key) : figure.difference);
  } else if (figure.arrays != ArrayVerdict::unknown) {
    draw_mark(canvas, x, middle, words.sign, palette.good_text, false, texts.get(words.text_key));
  }
  x += pitch;
  if (!figure.traps.empty()) {
    std::string tooltip;
    for (const std::string& trap : figure.traps)
      tooltip += (tooltip.empty() ? "" : "\n") + texts.get("trap." + trap);
    draw_mark(canvas, x, middle, "!", palette.costly_text, true, std::move(tooltip));
  }
  if (!failure.empty())
    draw_mark(canvas, x + pitch, middle, "×", palette.error_text, true, failure);
}

void draw_line(const Pen& pen, const TimesRow& row, const Line& line, bool chosen,
               std::size_t index, float top, float line_h) {
  Canvas& canvas = pen.canvas;
  const Palette& palette = canvas.palette();
  const float middle = top + line_h / 2;
  std::string description = line.words;
  if (line.figure != nullptr)
    description = time_description(row, *line.figure, line.origin, canvas.texts());
  if (!line.failure.empty()) description += '\n' + line.failure;
  if (line.cost != nullptr) description = cost_description(row, *line.cost, canvas.texts());
  canvas.hit({pen.columns.name, top, pen.columns.right - pen.columns.name, line_h},
             HitKind::variant, index, std::move(description));
  if (pen.columns.badge_w > 0 && row.applies) {
    draw_badge(canvas, line.origin, pen.columns.badge, middle, line.faint() || !line.words.empty(),
               std::min(16.0F, 0.85F * line_h / canvas.style().scale));
  }
  if (line.figure != nullptr) {
    draw_grid(pen, *line.figure, line.faint(), top, line_h);
    draw_time_bar(pen, line, chosen, middle, line_h);
    if (!line.faint()) {
      draw_numbers(pen, *line.figure, chosen, middle);
      draw_marks(pen, *line.figure, line.failure, middle);
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

// The rows that fit, including the chosen one.
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

float rows_height(const Canvas& canvas, const TimesInput& input, RowDetail detail) {
  const Pitch pitch = pitch_of(canvas, detail);
  float height = headings_height(canvas);
  for (std::size_t i = 0; i < input.rows.size(); ++i) {
    height += pitch.line * static_cast<float>(lines_of(input, i, detail, canvas.texts()).size()) +
              pitch.gap;
  }
  return height;
}

float whole_height(const Canvas& canvas, const TimesInput& input, RowDetail detail,
                   const Rect& area) {
  std::vector<std::vector<Line>> lines;
  for (std::size_t i = 0; i < input.rows.size(); ++i)
    lines.push_back(lines_of(input, i, detail, canvas.texts()));
  Canvas unseen(canvas.style(), area.w, area.h);
  const TimesColumns columns = columns_of(canvas, input, area);
  const Scales scales = scales_of(canvas, input, lines, columns);
  const int legend = legend_lines({unseen, columns, scales});
  return rows_height(canvas, input, detail) + axis_height(canvas) +
         legend_height(canvas) * static_cast<float>(legend);
}

void draw_rows(Canvas& canvas, const TimesInput& input, RowDetail detail, const Rect& area) {
  const text::Texts& texts = canvas.texts();
  const Palette& palette = canvas.palette();
  Pitch pitch = pitch_of(canvas, detail);
  if (input.rows.empty() || area.h < pitch.line || area.w < canvas.px(120)) return;
  if (input.for_lecture) {  // spread the unused height over the gaps between rows
    const float left = area.h - whole_height(canvas, input, detail, area);
    pitch.gap += std::floor(
        std::clamp(left / static_cast<float>(input.rows.size()), 0.0F, pitch.line * 1.5F));
  }
  std::vector<std::vector<Line>> lines;
  std::vector<float> heights;
  for (std::size_t i = 0; i < input.rows.size(); ++i) {
    lines.push_back(lines_of(input, i, detail, texts));
    heights.push_back(pitch.line * static_cast<float>(lines.back().size()) + pitch.gap);
  }
  const TimesColumns columns = columns_of(canvas, input, area);
  Scales scales = scales_of(canvas, input, lines, columns);
  const Pen pen{canvas, columns, scales};
  float all = 0;
  for (const float height : heights) all += height;
  // Rows come first; then axis, headings and legend, as far as there is room.
  float spare = area.h - std::min(all, area.h);
  const auto take = [&](float height) {
    const bool fits = spare >= height;
    spare -= fits ? height : 0;
    return fits;
  };
  const bool times = scales.full_ms > 0;
  const bool axis = times && take(axis_height(canvas));
  if (axis) scales.ticks = ticks_of(pen);
  const bool headings = times && take(headings_height(canvas));
  int legend = legend_lines(pen);
  while (legend > 0 && !take(legend_height(canvas) * static_cast<float>(legend))) --legend;
  const float legend_h = legend_height(canvas) * static_cast<float>(legend);
  float y = std::round(area.y);
  if (headings) {
    draw_headings(pen, y + headings_height(canvas) / 2);
    y += headings_height(canvas);
  }
  const float rows_top = y;
  const float room = area.h - (axis ? axis_height(canvas) : 0) -
                     (headings ? headings_height(canvas) : 0) - legend_h;
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
  draw_bar_legend(pen, bottom + (axis ? axis_height(canvas) : 0), legend);
}

}  // namespace lanescope::picture
