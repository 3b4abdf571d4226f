#include "app/session/run/model_counts.h"

#include <algorithm>
#include <cmath>

#include "sim/metrics/metrics.h"

namespace lanescope::app {
namespace {

// The tolerance is relative to the model's count; for conflicts, which may be 0, to the wavefronts
// that contain them.
bool is_within(const lesson::KnownDifference& known, const device::Counts& model,
               const std::string& counter, std::uint64_t counted) {
  if (!known.within) return true;
  std::string whole = counter;
  if (whole.ends_with(".conflicts"))
    whole.replace(whole.rfind('.'), std::string::npos, ".wavefronts");
  const auto found = model.find(whole);
  const double figure = found == model.end() ? 0 : static_cast<double>(found->second);
  const double difference =
      std::abs(static_cast<double>(counted) - static_cast<double>(model.at(counter)));
  return difference <= *known.within * figure;
}

// The counter's entry with a sufficient tolerance; nullptr: none.
const lesson::KnownDifference* listed(const std::vector<lesson::KnownDifference>& known,
                                      const std::string& variant, const device::Counts& model,
                                      const std::string& counter, std::uint64_t counted) {
  const auto has = [](const std::vector<std::string>& names, std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  for (const lesson::KnownDifference& difference : known) {
    const bool is_for_variant = difference.variants.empty() || has(difference.variants, variant);
    if (is_for_variant && has(difference.counters, counter) &&
        is_within(difference, model, counter, counted))
      return &difference;
  }
  return nullptr;
}

}  // namespace

device::Counts model_counts(const report::Totals& totals) {
  device::Counts counts;
  for (const device::Counter& counter : device::all_counters()) {
    const report::Quantity* quantity = report::quantity_named(counter.name);
    if (counter.is_modelled && quantity != nullptr)
      counts[std::string(counter.name)] = quantity->of({totals}).as_data<std::uint64_t>();
  }
  return counts;
}

std::vector<CounterComparison> compare_counts(const device::Counts& model,
                                              const device::Counts& counted,
                                              const std::string& variant,
                                              const std::vector<lesson::KnownDifference>& known) {
  using Verdict = CounterComparison::Verdict;
  std::vector<CounterComparison> comparisons;
  for (const device::Counter& counter : device::all_counters()) {
    const auto simulated = model.find(std::string(counter.name));
    const auto read = counted.find(std::string(counter.name));
    if (simulated == model.end()) continue;
    CounterComparison comparison;
    comparison.name = counter.name;
    comparison.model = simulated->second;
    if (read == counted.end()) {
      comparison.verdict = Verdict::not_counted;
      if (comparison.model > 0) comparisons.push_back(std::move(comparison));
      continue;
    }
    comparison.counted = read->second;
    const bool is_equal = comparison.model == comparison.counted;
    const lesson::KnownDifference* difference =
        listed(known, variant, model, comparison.name, comparison.counted);
    // A difference within a tolerance is allowed, not required.
    if (difference != nullptr && !(is_equal && difference->within)) {
      comparison.verdict = is_equal ? Verdict::listed_equal : Verdict::known;
      comparison.why = difference->why;
    } else {
      comparison.verdict = is_equal ? Verdict::equal : Verdict::different;
      if (comparison.model == 0 && comparison.counted == 0) continue;
    }
    comparisons.push_back(std::move(comparison));
  }
  return comparisons;
}

std::vector<std::string> unknown_counters(const std::vector<lesson::KnownDifference>& known) {
  std::vector<std::string> unknown;
  for (const lesson::KnownDifference& difference : known) {
    for (const std::string& name : difference.counters) {
      const auto counters = device::all_counters();
      const bool is_there =
          std::any_of(counters.begin(), counters.end(), [&](const device::Counter& counter) {
            return counter.is_modelled && counter.name == name;
          });
      if (!is_there) unknown.push_back(name);
    }
  }
  return unknown;
}

}  // namespace lanescope::app
