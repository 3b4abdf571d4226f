#include "viz/picture/times/rows.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "viz/picture/core/units.h"
#include "viz/picture/times/axis.h"
#include "viz/picture/times/columns.h"
#include "viz/picture/times/signs.h"
#include "viz/picture/times/text.h"

namespace lanescope::picture {
namespace {

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
    if (right > 0)
      canvas.label(text_at(right, middle, chosen ? FontRole::mono_bold : FontRole::mono,
                           canvas.px(text_body - 1), color, std::move(text), AlignX::right));
  };
  if (figure.warm.count > 0)
    number(pen.columns.warm, palette.text_dim, duration_text(figure.warm.median));
  if (figure.gigabytes_per_second > 0)
    number(pen.columns.bandwidth, palette.text,
           text::Texts::grouped(
               static_cast<std::uint64_t>(std::llround(figure.gigabytes_per_second))));
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
  if (!failure.empty()) draw_mark(canvas, x + step, middle, "×", palette.error_text, true, failure);
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
  if (pen.columns.badge_w > 0 && row.applies)
    draw_badge(canvas, line.origin, pen.columns.badge, middle, line.faint() || !line.words.empty(),
               std::min(16.0F, 0.85F * line_h / canvas.style().scale));
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
