// The GPU's own counters: which of them are read for a launch, and what they are called here.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::device {

// CUPTI's names (Nsight Compute's, too) of hardware counters to be added up.
using Metrics = std::vector<std::string_view>;

struct Counter {
  std::string_view name;  // "shared_load.wavefronts", as in `lanescope sim --json`
  // The best first; the first of which the GPU has all counts.
  std::vector<Metrics> alternatives;
  bool is_modelled = true;  // the simulator counts it, too
};

// In the order in which they are shown. Those that the model has first: counted by the instructions
// that the GPU executes, which need not be those of the PTX (hardware table, "The compiler stands
// between").
[[nodiscard]] std::span<const Counter> all_counters();

// What was read, by name. A counter that the GPU lacks is not in it.
using Counts = std::map<std::string, std::uint64_t>;

// Each metric that is needed, once.
[[nodiscard]] std::vector<std::string> all_metrics();
// The figures of which every metric of an alternative was read.
[[nodiscard]] Counts counts_of(const std::map<std::string, double>& metrics);

}  // namespace lanescope::device
