// What made a figure or a table: enough to make it again. Everything that leaves the program
// carries it.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "app/session/compare/difference.h"
#include "app/session/run.h"

namespace lanescope::app {

struct Provenance {
  std::string lesson;
  lesson::Text lesson_title;
  std::string variant;
  lesson::Text variant_title;  // may be empty
  std::string kernel;          // empty: as grid
  lesson::Values params;
  report::Dim3 grid{1, 1, 1}, block{1, 1, 1};  // of 0: not the same in all its rows
  std::string machine;                         // by whose memory rules; never empty
  // Where its numbers come from: MODEL (simulated), MEASURED (this machine's GPU), RECORDED.
  std::vector<std::string> origins;
  std::string measured_on, recorded_on;  // GPU, date; empty: no such times
  std::string compiler;                  // "nvrtc 13.0"
  std::string program;                   // "Lanescope 0.1.0"
  // Of a comparison: A, while all of the above is B's, and what tells them apart. Null: of no
  // comparison.
  std::shared_ptr<const Provenance> against{};
  std::vector<Difference> differences{};
};

// Of a run, with nothing but the simulator's numbers.
[[nodiscard]] Provenance provenance_of(const Outcome& outcome);

// "Lanescope 0.1.0"
[[nodiscard]] std::string program_name();

// Columns that a CSV ends with, the same in each of its rows: the name of each and what it holds.
// Those of a comparison's A are named `a_lesson` and so on.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> columns_of(
    const Provenance& provenance);
// The object "made_by" of a JSON table; A is in its `a`, `differences` as `lanescope compare` has
// them.
[[nodiscard]] nlohmann::ordered_json json_of(const Provenance& provenance);
// `kind` `name` `a` `b`, and of a text `lines`.
[[nodiscard]] nlohmann::ordered_json json_of(const Difference& difference);
// "PAD 0 -> 1, text: 3 lines": for programs; see differences_in_words() for readers.
[[nodiscard]] std::string differences_list(const std::vector<Difference>& differences);

}  // namespace lanescope::app
