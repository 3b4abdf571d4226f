// The output of `lanescope compare`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/session/compare/difference.h"

namespace lanescope::app {

struct ComparedRuns {
  OutcomePtr a, b;
  LineMatch match;
  std::vector<Difference> differences;
  std::vector<ComparedNumber> numbers;
  std::optional<PointTime> time_a, time_b;
};

// One access of a line, on both sides.
struct ComparedAccess {
  LinePair lines;
  memory::Space space = memory::Space::global;
  memory::Op op = memory::Op::load;
  std::uint32_t bytes = 0;  // per lane
  report::Counts a, b;
  ComparedNumber cost;  // per request
};
// For the kernels' own files, in line order.
[[nodiscard]] std::vector<ComparedAccess> compared_lines(const ComparedRuns& runs);

[[nodiscard]] std::string compare_text(const ComparedRuns& runs);
// Schema "lanescope.compare/1". Keys are only ever added.
[[nodiscard]] std::string compare_json(const ComparedRuns& runs);

}  // namespace lanescope::app
