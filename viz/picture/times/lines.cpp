#include "viz/picture/times/lines.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace lanescope::picture {
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
        texts.get(row.recorded_with_other_values ? "times.not_recorded" : "times.never_recorded"));
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
  if (detail == RowDetail::cost_of_chosen && index != input.chosen && lines.size() > 1) {
    std::erase_if(lines, [](const Line& line) { return line.origin == Origin::model; });
  }
  return lines;
}

}  // namespace lanescope::picture
