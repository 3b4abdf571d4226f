// The GPU's hardware counters: which ones are read for a launch, and their names here.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::device {

// CUPTI's (and Nsight Compute's) names of hardware counters, to be added up.
using Metrics = std::vector<std::string_view>;

struct Counter {
  std::string_view name;  // "shared_load.wavefronts", as in `lanescope sim --json`
  // In order of preference. The first one whose metrics the GPU has is used.
  std::vector<Metrics> alternatives;
  bool is_modelled = true;  // the simulator counts it too
};

// In display order. The first ones have a counterpart in the model. The GPU counts the instructions
// that it executes, which may differ from the PTX (docs/numbers.md, Instructions).
[[nodiscard]] std::span<const Counter> all_counters();

// The counts by name, without those that the GPU lacks.
using Counts = std::map<std::string, std::uint64_t>;

// All metrics needed, without duplicates.
[[nodiscard]] std::vector<std::string> all_metrics();
// The counts for which all metrics of an alternative were read.
[[nodiscard]] Counts counts_of(const std::map<std::string, double>& metrics);

}  // namespace lanescope::device
