// How a figure or a table was made, with enough detail to reproduce it. Everything that is exported
// includes it.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "app/session/compare/difference.h"
#include "app/session/run/run.h"

namespace lanescope::app {

struct Provenance {
  std::string lesson;
  lesson::Text lesson_title;
  std::string variant;
  lesson::Text variant_title;  // may be empty
  std::string kernel;          // empty: not the same in all rows
  lesson::Values params;
  report::Dim3 grid{1, 1, 1}, block{1, 1, 1};  // 0: not the same in all rows
  std::string machine;                         // whose memory rules apply; never empty
  // Sources of its numbers: MODEL (simulated), MEASURED (this computer's GPU), RECORDED.
  std::vector<std::string> origins;
  std::string measured_on, recorded_on;  // GPU, date; empty: no such times
  std::string compiler;                  // "nvrtc 13.0"
  std::string program;                   // "Lanescope 0.1.0"
  // Only for a comparison: A's provenance, while everything above is B's, and their differences.
  // Null: not a comparison.
  std::shared_ptr<const Provenance> against{};
  std::vector<Difference> differences{};
};

// For a run with only the simulator's numbers.
[[nodiscard]] Provenance provenance_of(const Outcome& outcome);

// "Lanescope 0.1.0"
[[nodiscard]] std::string program_name();

// Name and value of the columns at the end of a CSV; the values are the same in each row. For a
// comparison, A's columns are named `a_lesson` and so on.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> columns_of(
    const Provenance& provenance);
// The object "made_by" of a JSON table; A is in its `a`, `differences` are as in `lanescope
// compare`.
[[nodiscard]] nlohmann::ordered_json json_of(const Provenance& provenance);
// Keys `kind`, `name`, `a`, `b`, and `lines` for a text.
[[nodiscard]] nlohmann::ordered_json json_of(const Difference& difference);
// "PAD 0 -> 1, text: 3 lines": for programs; difference_texts() is for readers.
[[nodiscard]] std::string differences_list(const std::vector<Difference>& differences);

}  // namespace lanescope::app
