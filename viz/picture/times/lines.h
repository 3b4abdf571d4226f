// The content of each line in a variant's row.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "viz/picture/times/times.h"

namespace lanescope::picture {

// How much to say about each variant, from most to least.
enum class RowDetail : std::uint8_t { roomy, tight, cost_of_chosen, one_line };

// A line of a row: a figure, a cost, or words instead of a bar.
struct Line {
  Origin origin = Origin::model;
  const TimeFigure* figure = nullptr;
  const CostFigure* cost = nullptr;
  std::string words{};
  bool wrong = false;  // the words are an error
  // The error of a newer measurement, if the error has no line of its own.
  std::string failure{};
  [[nodiscard]] bool faint() const { return figure != nullptr && figure->is_of_other_launch(); }
};

// Why measuring failed, and whether an older result is kept.
[[nodiscard]] std::string failure_text(const TimesRow& row, const text::Texts& texts);

// The lines of a row, at least one.
[[nodiscard]] std::vector<Line> lines_of(const TimesInput& input, std::size_t index,
                                         RowDetail detail, const text::Texts& texts);

}  // namespace lanescope::picture
