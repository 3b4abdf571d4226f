// Findings of runs: kernels that are wrong and kernels that only look wrong, with both compilers.
#pragma once

#include <string>
#include <vector>

#include "tests/run/lesson_on_disk.h"

namespace lanescope::app {

// The line of `text` that ends with the comment "// <mark>".
[[nodiscard]] int line_marked(const std::string& text, const std::string& mark);

class Findings : public BothCompilers {
 protected:
  // Findings in a kernel `k(int* out, const int* in)`, with `threads` threads per block. The arrays
  // have 4096 ints; `in` counts up.
  std::vector<Diagnostic> of(const std::string& text, const std::string& threads = "64",
                             const std::string& blocks = "1", CheckSet checks = CheckSet::all());
  // The same, and expects no findings.
  void expect_none(const std::string& text, const std::string& threads = "64",
                   const std::string& blocks = "1");
};

}  // namespace lanescope::app
