// `lanescope compare`, and its short form `lanescope sim --against`: two runs and their output.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "app/session/compare/difference.h"

namespace lanescope::app {

struct ComparedRuns {
  OutcomePtr a, b;
  LineMatch match;
  std::vector<Difference> differences;
  std::vector<ComparedNumber> numbers;
  std::optional<PointTime> time_a, time_b;

  // A finding in either kernel is a finding.
  [[nodiscard]] int exit_code() const;
};
// Runs A, then B. `named`: a problem begins with the side that has it.
[[nodiscard]] tl::expected<ComparedRuns, Problem> run_both(
    const tl::expected<RunRequest, Problem>& a, const tl::expected<RunRequest, Problem>& b,
    bool named);

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
// Two states of one lesson, without the matching of lines and the verdicts.
[[nodiscard]] std::string comparison_text(const Outcome& first, const Outcome& second);
// Schema "lanescope.compare/1". Keys are only ever added.
[[nodiscard]] std::string compare_json(const ComparedRuns& runs);

}  // namespace lanescope::app
