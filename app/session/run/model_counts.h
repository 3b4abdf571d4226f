// Compares the simulator's counts with the GPU's own counters.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernels/device/counters.h"
#include "kernels/lesson_file/lesson.h"
#include "sim/report/report.h"

namespace lanescope::app {

// The report's totals under the names of device::all_counters(); only counters that are modelled.
[[nodiscard]] device::Counts model_counts(const report::Totals& totals);

struct CounterComparison {
  enum class Verdict : std::uint8_t {
    equal,
    known,         // different, but on the lesson's list
    different,     // different and not on the list
    listed_equal,  // on the list, but equal
    not_counted,   // the GPU gave no count
  };
  std::string name;
  std::uint64_t model = 0, counted = 0;
  Verdict verdict = Verdict::equal;
  lesson::Text why;  // for `known`
};

// All counters of the model, in the order of all_counters(). Omitted: counters that are 0 in both
// and not on the list, and counters that are 0 in the model and that the GPU did not count.
[[nodiscard]] std::vector<CounterComparison> compare_counts(
    const device::Counts& model, const device::Counts& counted, const std::string& variant,
    const std::vector<lesson::KnownDifference>& known);

// Names on the list that no counter has; empty if the list is correct.
[[nodiscard]] std::vector<std::string> unknown_counters(
    const std::vector<lesson::KnownDifference>& known);

}  // namespace lanescope::app
