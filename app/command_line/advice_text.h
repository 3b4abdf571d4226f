// The text and the JSON of `advise`.
#pragma once

#include <string>

#include "app/session/advice/advice.h"

namespace lanescope::app {

[[nodiscard]] std::string title_of(
    const KernelEdit& edit);  // "one more element in each row of 'S'"
[[nodiscard]] std::string lines_text(const std::vector<ChangedLine>& lines);
[[nodiscard]] std::string advice_text(const Advice& advice);
[[nodiscard]] std::string advice_json(const Advice& advice);  // lanescope.advice/1

}  // namespace lanescope::app
