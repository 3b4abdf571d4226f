// The GPU's counters, alone or next to the simulator's, as tables and as JSON.
#pragma once

#include <string>
#include <vector>

#include "app/session/run/measure.h"
#include "app/session/run/model_counts.h"

namespace lanescope::app {

// One table per measurement, without counters that are 0.
[[nodiscard]] std::string counts_text(const std::vector<Measurement>& measurements);
// Schema lanescope.counts/1.
[[nodiscard]] std::string counts_json(const std::vector<Measurement>& measurements);

// A measurement and its counters compared with the simulator's.
struct Validation {
  const Measurement* measurement = nullptr;
  std::vector<CounterComparison> comparisons;
};
struct ValidationSums {
  std::size_t equal = 0, known = 0, different = 0, listed_equal = 0, not_counted = 0;
  std::size_t compared_nothing = 0;  // launches without any comparison

  [[nodiscard]] bool is_good() const { return different == 0 && compared_nothing == 0; }
};
[[nodiscard]] ValidationSums sums_of(const std::vector<Validation>& validations);
[[nodiscard]] std::string validation_text(const std::vector<Validation>& validations);
// Schema lanescope.validation/1.
[[nodiscard]] std::string validation_json(const std::vector<Validation>& validations);

}  // namespace lanescope::app
