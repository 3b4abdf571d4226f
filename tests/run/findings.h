// Kernels that are wrong, and kernels that only look so, through both
// compilers: what a run finds.
#pragma once

#include <string>
#include <vector>

#include "tests/run/lesson_on_disk.h"

namespace lanescope::app {

// The line of `text` that ends in the comment "// <mark>".
[[nodiscard]] int line_marked(const std::string& text, const std::string& mark);

class Findings : public BothCompilers {
 protected:
  // A kernel `k(int* out, const int* in)` of one block and `threads` threads;
  // arrays of 4096 ints, `in` counts up.
  std::vector<Diagnostic> of(const std::string& text, const std::string& threads = "64",
                             const std::string& blocks = "1", CheckSet checks = CheckSet::all());
  // The same, and that nothing was found.
  void expect_none(const std::string& text, const std::string& threads = "64",
                   const std::string& blocks = "1");
};

}  // namespace lanescope::app
