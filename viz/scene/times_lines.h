// What each line of a variant's row says.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "viz/scene/times.h"

namespace lanescope::scene {

// How much is said of each variant; what has no room at one level may have it at the next.
enum class RowDetail : std::uint8_t { roomy, tight, cost_of_chosen, one_line };

// One line of a row: a figure, a cost, or words in the place of a bar.
struct Line {
  Origin origin = Origin::model;
  const TimeFigure* figure = nullptr;
  const CostFigure* cost = nullptr;
  std::string words{};
  bool wrong = false;     // the words are of a failure
  std::string failure{};  // of a measurement that was to replace the figure, where it has no line
  [[nodiscard]] bool faint() const { return figure != nullptr && figure->is_of_another(); }
};

// Why measuring failed, and that an older result is kept where one is.
[[nodiscard]] std::string failure_text(const TimesRow& row, const text::Texts& texts);

// The lines of a row, at least one.
[[nodiscard]] std::vector<Line> lines_of(const TimesInput& input, std::size_t index,
                                         RowDetail detail, const text::Texts& texts);

}  // namespace lanescope::scene
