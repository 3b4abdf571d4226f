// Messages of `lanescope lint` as text, JSON, SARIF 2.1.0, and annotations of forges.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/session/lint/lint.h"

namespace lanescope::app {

struct LintOutput {
  std::vector<LintMessage> messages;
  std::uint64_t lessons = 0, kernels = 0;
  std::size_t gone = 0;  // messages of the baseline that are no more
};

// "text", "json", "sarif", "github", "gitlab"
[[nodiscard]] std::vector<std::string> lint_formats();
// In that format: what goes to the standard output.
[[nodiscard]] std::string lint_text(const LintOutput& output, std::string_view format);
// One line for the standard error.
[[nodiscard]] std::string lint_summary(const LintOutput& output);

}  // namespace lanescope::app
