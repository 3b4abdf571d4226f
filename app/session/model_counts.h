// The simulator's counts beside those of the GPU's own counters.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernels/device/counters.h"
#include "kernels/lesson_file/lesson.h"
#include "sim/report/report.h"

namespace lanescope::app {

// The report's totals, under the names of device::all_counters(): all that are modelled.
[[nodiscard]] device::Counts model_counts(const report::Totals& totals);

struct CounterComparison {
  enum class Verdict : std::uint8_t {
    equal,
    known,         // different, and on the lesson's list
    different,     // and not on the list
    listed_equal,  // on the list, but equal
    not_counted,   // the GPU did not tell
  };
  std::string name;
  std::uint64_t model = 0, counted = 0;
  Verdict verdict = Verdict::equal;
  lesson::Text why;  // of a known one
};

// Every counter of the model's, in the order of all_counters(); those that are 0 in both and not on
// the list are left out, and those that are 0 in the model and that the GPU did not tell.
[[nodiscard]] std::vector<CounterComparison> compare_counts(
    const device::Counts& model, const device::Counts& counted, const std::string& variant,
    const std::vector<lesson::KnownDifference>& known);

// Names in the list that no counter has; empty: all is well.
[[nodiscard]] std::vector<std::string> unknown_counters(
    const std::vector<lesson::KnownDifference>& known);

}  // namespace lanescope::app
