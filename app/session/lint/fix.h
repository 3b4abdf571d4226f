// Changes kernels' files so that they keep their limits.
#pragma once

#include <filesystem>
#include <stop_token>
#include <vector>

#include "app/session/advice/advice.h"
#include "app/session/lint/lint.h"

namespace lanescope::app {

struct LintFix {
  std::filesystem::path file;
  KernelEdit edit;
  std::vector<ChangedLine> lines;
};

// For each access that breaks a limit, tries the changes that advise() has for its kernel: one
// stays in the file if the lesson then has fewer messages than before, in all of its variants
// together. `result`: of lint(request); afterwards that of the changed files. A file that can't be
// written stays as it is.
[[nodiscard]] std::vector<LintFix> fix(const LintRequest& request, LintResult& result,
                                       const std::stop_token& stop = {});

}  // namespace lanescope::app
