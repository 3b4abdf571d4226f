// Changes kernels' files so that they keep their limits.
#pragma once

#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

#include "app/session/advice/advice.h"
#include "app/session/lint/lint.h"

namespace lanescope::app {

struct LintFix {
  std::filesystem::path file;
  KernelEdit edit;
  std::vector<ChangedLine> lines;
};
struct LintFixes {
  std::vector<LintFix> all;
  // Why a file was not changed: it can't be written, or it is a shipped lesson's. A line each.
  std::vector<std::string> refused;
};

// For each access that breaks a limit, tries the changes of the text that advise() has for its
// kernel. One is written to the file if the lesson then has fewer messages, none of a new kind, and
// each of its variants does the same as before. `result`: of lint(request); afterwards that of the
// changed files.
[[nodiscard]] LintFixes fix(const LintRequest& request, LintResult& result,
                            const std::stop_token& stop = {});

}  // namespace lanescope::app
