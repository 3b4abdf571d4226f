// The differences between two runs, as text for readers.
#pragma once

#include <string>
#include <vector>

#include "app/session/compare/difference.h"
#include "viz/picture/compare/compare.h"
#include "viz/text/texts.h"

namespace lanescope::app {

// Titles of one side, in the language of the texts.
struct SideTitles {
  std::string lesson, variant, machine;
};
[[nodiscard]] std::vector<picture::CompareDifference> difference_texts(
    const std::vector<Difference>& differences, const SideTitles& a, const SideTitles& b,
    const text::Texts& texts);

}  // namespace lanescope::app
