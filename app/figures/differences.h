// What tells two runs apart, for readers.
#pragma once

#include <string>
#include <vector>

#include "app/session/compare/difference.h"
#include "viz/scene/compare.h"
#include "viz/text/texts.h"

namespace lanescope::app {

// What a side is called, in the language of the texts.
struct SideTitles {
  std::string lesson, variant, machine;
};
[[nodiscard]] std::vector<scene::CompareDifference> differences_in_words(
    const std::vector<Difference>& differences, const SideTitles& a, const SideTitles& b,
    const text::Texts& texts);

}  // namespace lanescope::app
