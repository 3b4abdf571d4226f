#include "viz/picture/times/columns.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "viz/picture/core/units.h"

namespace lanescope::picture {
namespace {

constexpr float warm_units = 66;
constexpr float bandwidth_units = 66;  // its heading is wider than its numbers
constexpr float share_units = 62;
constexpr float marks_column_units = 50;
constexpr float mark_units = 20;
constexpr float min_bars_units = 210;
constexpr int worst_conflict = 32;  // all lanes of a warp wait at one bank

}  // namespace

TimesColumns columns_of(const Canvas& canvas, const TimesInput& input, const Rect& area) {
  TimesColumns columns;
  const float gap = canvas.px(10);
  columns.name = area.x;
  columns.right = area.x + area.w;
  for (const TimesRow& row : input.rows) {
    columns.name_w =
        std::max(columns.name_w, canvas.measure(FontRole::ui_bold, canvas.px(text_body), row.name));
  }
  columns.name_w = std::min(columns.name_w + 1, area.w * 0.26F);
  columns.badge = columns.name + columns.name_w + gap;
  for (const Origin origin : {Origin::model, Origin::measured, Origin::recorded})
    columns.badge_w = std::max(columns.badge_w, badge_width(canvas, origin));
  if (area.w < columns.name_w + columns.badge_w + 2 * gap + canvas.px(90)) columns.badge_w = 0;
  columns.bars = std::round(columns.badge + columns.badge_w + (columns.badge_w > 0 ? gap : 0));
  float right = columns.right;
  const auto room = [&](float units) {
    return right - columns.bars - canvas.px(units) >= canvas.px(min_bars_units);
  };
  const bool three = std::any_of(input.rows.begin(), input.rows.end(),
                                 [](const TimesRow& row) { return row.keeps_older(); });
  const float marks = three ? marks_column_units + mark_units : marks_column_units;
  if (room(marks)) {
    right -= canvas.px(marks);
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

double bytes_of_sectors(const CostFigure& cost) { return static_cast<double>(cost.sectors) * 32; }
double bytes_of_wavefronts(const CostFigure& cost) {
  return static_cast<double>(cost.wavefronts) * 128;
}

std::string time_value_text(const TimeFigure& figure, const text::Texts& texts) {
  std::string words = duration_text(figure.cold.median);
  if (!figure.other_values.empty()) words += "  " + figure.other_values;
  if (figure.other_text) words += "  " + texts.get("times.of_other_text");
  return words;
}

std::string cost_value_text(const CostFigure& cost, int form, const text::Texts& texts) {
  const std::string ratio = ratio_text(cost.sectors, cost.ideal_sectors);
  const std::string shared_ratio = ratio_text(cost.wavefronts, cost.ideal_wavefronts);
  const bool shared = cost.wavefronts > 0;
  const bool global = cost.sectors > 0 || !shared;
  if (form == 2) return !shared ? ratio : !global ? shared_ratio : ratio + " · " + shared_ratio;
  const auto part = [&](const char* key, const std::string& times, double bytes) {
    return texts.get(key, fmt::arg("ratio", times), fmt::arg("bytes", bytes_text(bytes)));
  };
  std::string words;
  if (global) {
    words =
        part(form == 0 ? "times.global_cost" : "times.global_ratio", ratio, bytes_of_sectors(cost));
  }
  if (shared) {
    words += (global ? " · " : "") + part(form == 0 ? "times.shared_cost" : "times.shared_ratio",
                                          shared_ratio, bytes_of_wavefronts(cost));
  }
  return words;
}

namespace {

// The same for every padding, so that the bars of global memory keep their length when the padding
// changes.
double full_bytes_of(const TimesInput& input) {
  double full = 0;
  for (const TimesRow& row : input.rows) {
    if (!row.cost) continue;
    const double worst = static_cast<double>(row.cost->ideal_wavefronts) * 128 * worst_conflict;
    full = std::max({full, bytes_of_sectors(*row.cost), bytes_of_wavefronts(*row.cost),
                     input.has_padding ? worst : 0});
  }
  return full;
}

}  // namespace

Scales scales_of(const Canvas& canvas, const TimesInput& input,
                 const std::vector<std::vector<Line>>& rows, const TimesColumns& columns) {
  Scales scales;
  const float gap = canvas.px(8);
  float room = columns.bars_w;
  const auto add_whisker = [&](const TimeSeries& series) {
    scales.range_runs = scales.ranges && scales.range_runs != series.count ? 0 : series.count;
    scales.ranges = true;
  };
  for (const std::vector<Line>& lines : rows) {
    for (const Line& line : lines) {
      if (line.cost != nullptr) scales.full_bytes = full_bytes_of(input);
      if (line.figure != nullptr) {
        const TimeFigure& figure = *line.figure;
        scales.full_ms = std::max({scales.full_ms, figure.cold.median, figure.cold.high,
                                   figure.warm.median, figure.warm.high});
        // A faint bar has no numbers, so its text may extend into their columns.
        const float edge = line.faint() ? columns.right - columns.bars : columns.bars_w;
        room = std::min(room, edge - canvas.measure(FontRole::mono_bold, canvas.px(text_body - 1),
                                                    time_value_text(figure, canvas.texts())));
        if (line.faint()) continue;
        if (figure.cold.has_interval()) {
          scales.intervals = true;
        } else {
          add_whisker(figure.cold);
        }
      }
    }
  }
  scales.time_room = std::floor(room - gap);
  for (scales.cost_form = 0; scales.cost_form < 3; ++scales.cost_form) {
    float widest = 0;
    const auto make_room = [&](const CostFigure& cost) {
      widest =
          std::max(widest, canvas.measure(FontRole::ui, canvas.px(text_small),
                                          cost_value_text(cost, scales.cost_form, canvas.texts())));
    };
    for (const std::vector<Line>& lines : rows) {
      for (const Line& line : lines) {
        if (line.cost == nullptr) continue;
        make_room(*line.cost);
        if (input.has_padding) {  // also for the ratio without padding, so that the bars stay
          CostFigure conflicts = *line.cost;
          conflicts.wavefronts = conflicts.ideal_wavefronts * 33 / 2;
          make_room(conflicts);
        }
      }
    }
    scales.cost_left = std::round(columns.bars + widest + gap);
    scales.cost_room = std::floor(columns.bars_w - widest - gap);
    if (scales.cost_room >= columns.bars_w * 0.4F) break;
  }
  return scales;
}

float x_of(const Pen& pen, double ms) {
  return pen.columns.bars +
         pen.scales.time_room * static_cast<float>(ms / std::max(pen.scales.full_ms, 1e-9));
}

float words_x(const Pen& pen, const TimeFigure& figure, bool faint) {
  float end = pen.columns.bars;
  if (pen.scales.time_room >= pen.canvas.px(24)) {
    end = x_of(pen, figure.cold.median);
    if (!faint) end = std::max({end, x_of(pen, figure.cold.high), x_of(pen, figure.warm.median)});
  }
  return std::round(end + pen.canvas.px(8));
}

namespace {

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
  if (row.measured) lines.push_back({Origin::measured, &*row.measured, nullptr});
  if (!row.failure.empty()) {
    say(Origin::measured, failure_text(row, texts), true);
  } else if (!row.measured && (row.measuring || row.waits)) {
    say(Origin::measured, texts.get(row.measuring ? "times.measuring" : "times.waits"));
  }
  if (row.recorded) {
    lines.push_back({Origin::recorded, &*row.recorded, nullptr});
  } else if (input.recorded_on && (!row.measured || row.measured->is_of_other_launch())) {
    say(Origin::recorded,
        !row.recorded_with_other_values ? texts.get("times.never_recorded")
        : row.recorded_values.empty()
            ? texts.get("times.not_recorded")
            : texts.get("times.recorded_with", fmt::arg("values", row.recorded_values)));
  }
  if (row.cost) {
    lines.push_back({Origin::model, nullptr, &*row.cost});
  } else {
    // Keep the line, so that the layout does not jump.
    say(Origin::model, row.cost_failure.empty()
                           ? texts.get("times.not_simulated")
                           : texts.get("times.never_simulated", fmt::arg("why", row.cost_failure)));
  }
  return lines;
}

// Priority of a line, if there is room for only one.
int worth(const Line& line) {
  if (line.wrong) return 5;
  if (line.figure != nullptr && !line.faint()) return line.origin == Origin::measured ? 6 : 4;
  if (line.figure != nullptr) return 3;
  if (line.origin == Origin::measured) return 2;  // being measured: a recorded time stays meanwhile
  return line.cost != nullptr ? 2 : 1;
}

}  // namespace

std::string failure_text(const TimesRow& row, const text::Texts& texts) {
  return row.keeps_older() ? texts.get("times.failed_kept", fmt::arg("why", row.failure))
                           : row.failure;
}

std::vector<Line> lines_of(const TimesInput& input, std::size_t index, RowDetail detail,
                           const text::Texts& texts) {
  std::vector<Line> lines = all_lines(input, input.rows[index], texts);
  if (detail == RowDetail::one_line) {
    const bool row_applies = input.rows[index].applies;
    // Drop the model's bar: bars on two different scales below each other would be compared.
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
    Line best = *std::max_element(lines.begin(), lines.end(),
                                  [](const Line& a, const Line& b) { return worth(a) < worth(b); });
    if (best.figure != nullptr && best.origin == Origin::measured &&
        input.rows[index].keeps_older()) {
      best.failure = failure_text(input.rows[index], texts);
    }
    return {std::move(best)};
  }
  if (detail == RowDetail::cost_of_chosen && index != input.chosen && lines.size() > 1)
    std::erase_if(lines, [](const Line& line) { return line.origin == Origin::model; });
  return lines;
}

}  // namespace lanescope::picture
