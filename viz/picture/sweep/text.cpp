#include <algorithm>
#include <cmath>
#include <cstdint>

#include <fmt/format.h>

#include "viz/picture/core/badge.h"
#include "viz/picture/core/units.h"
#include "viz/picture/sweep/parts.h"

namespace lanescope::picture {

std::string count_text(const std::optional<double>& value) {
  if (!value) return "–";
  if (*value == std::floor(*value)) return text::Texts::grouped(static_cast<std::uint64_t>(*value));
  return number_text(*value);
}

std::string quantity_text(const std::string& kind, const std::string& count,
                          const text::Texts& texts) {
  const std::string words = texts.get("metric." + count);
  if (kind.empty()) return words;
  return texts.get("sweep.of_kind", fmt::arg("kind", texts.get("metric.kind." + kind)),
                   fmt::arg("count", words));
}

std::string unit_text(const SweepInput& input, const text::Texts& texts) {
  return texts.get("metric." + input.count);
}

DurationUnit time_unit(const SweepInput& input) {
  constexpr double short_ms = 10, long_ms = 100;
  double least = 0, most = 0;
  for (const SweepSeries& series : input.series) {
    for (const SeriesPoint& point : series.points) {
      if (!point.time) continue;
      most = std::max({most, point.time->median, point.time->high});
      least = least == 0 ? point.time->median : std::min(least, point.time->median);
    }
  }
  return unit_for(least < short_ms && most < long_ms ? 0 : most);
}

std::string time_text(double ms, const DurationUnit& unit) {
  constexpr double most_plain = 9999.5;
  const double value = ms * unit.per_ms;
  return fmt::format("{} {}",
                     value < most_plain
                         ? three_digits(value)
                         : text::Texts::grouped(static_cast<std::uint64_t>(std::llround(value))),
                     unit.name);
}

float axis_text_size(const Canvas& canvas) { return canvas.px(text_body); }

std::string facts_of(const SweepInput& input, const SweepSeries& series, const SeriesPoint& point,
                     const text::Texts& texts) {
  std::string description = fmt::format("{}: {} {}", series.name, input.parameter, point.value);
  if (point.by) description += fmt::format(", {} {}", input.by, *point.by);
  description += '\n';
  const bool ran_on = !point.problem.empty() && point.quantity;
  if (!point.problem.empty()) {
    description +=
        texts.get(ran_on ? "sweep.ran_on" : "sweep.failed",
                  fmt::arg("why", text::Texts::with_grouped_numbers(texts.say(point.problem))));
  }
  if (ran_on) description += '\n';
  if (!point.problem.empty() && !ran_on) {
    // It has no counts.
  } else if (!point.is_known) {
    description += texts.get("sweep.not_run");
  } else if (!point.quantity) {
    description += texts.get("sweep.no_value");
  } else {
    description += fmt::format("{} {}, {}", count_text(point.quantity), unit_text(input, texts),
                               model_badge_text(input.machine, texts));
  }
  if (point.time) {
    const SweepTime& time = *point.time;
    const DurationUnit unit = time_unit(input);
    const std::string interval = texts.get(time.has_interval ? "times.interval" : "times.range",
                                           fmt::arg("low", time_text(time.low, unit)),
                                           fmt::arg("high", time_text(time.high, unit)),
                                           fmt::arg("n", text::Texts::grouped(time.runs)));
    description +=
        '\n' +
        texts.get("sweep.time_story", fmt::arg("time", time_text(time.median, unit)),
                  fmt::arg("interval", interval),
                  fmt::arg("source",
                           word_of(time.measured ? Origin::measured : Origin::recorded, texts)));
  }
  return description;
}

std::string description_of(const SweepInput& input, const SweepSeries& series,
                           const SeriesPoint& point, const text::Texts& texts) {
  std::string description = facts_of(input, series, point, texts);
  if (input.has_keys) {
    const bool enter_goes_on = input.progress == SweepProgress::cancelled;
    const std::string changes = input.sets.empty() ? "" : " (" + input.sets + ")";
    description += '\n' + texts.get(enter_goes_on ? "sweep.load_hint_click" : "sweep.load_hint",
                                    fmt::arg("changes", changes));
  }
  return description;
}

}  // namespace lanescope::picture
