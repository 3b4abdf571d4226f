// Messages that are known already: only what is new fails. A file of JSON,
// lanescope.lint-baseline/1: a sorted list, one message a line, so that a change of it reads well.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "app/session/lint/lint.h"

namespace lanescope::app {

// Those that count, as a file's text.
[[nodiscard]] std::string baseline_text(const std::vector<LintMessage>& messages);

// Marks the messages that the file has, each as often as it has it. Returns how many of the file's
// are gone. The error is one line with the file's name.
[[nodiscard]] tl::expected<std::size_t, std::string> apply_baseline(
    const std::filesystem::path& file, std::vector<LintMessage>& messages);

}  // namespace lanescope::app
