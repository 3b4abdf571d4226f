#include "sim/metrics/metrics.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace lanescope::report {
namespace {

using memory::Space;

constexpr unsigned bit(Space space) { return 1U << static_cast<unsigned>(space); }

// The columns `spaces`, `better` and `shown`.
constexpr unsigned sectors = bit(Space::global) | bit(Space::local);
constexpr unsigned wavefronts = bit(Space::shared) | bit(Space::constant);
constexpr unsigned banks = bit(Space::shared);
constexpr unsigned any = sectors | wavefronts;
constexpr auto lower = Better::lower, higher = Better::higher, neither = Better::neither;
constexpr auto data = Metric::data, named = Metric::named, compared = Metric::compared;

template <class Dividend, class Divisor = int>
Value value(Dividend dividend, Divisor divisor = 1, double factor = 1,
            std::optional<double> of_nothing = std::nullopt) {
  return {static_cast<double>(dividend), static_cast<double>(divisor), factor, of_nothing};
}

Value count(std::uint64_t count) {
  Value value{static_cast<double>(count)};
  value.is_count = true;
  return value;
}

std::uint64_t moved_sectors(const Totals& totals) {
  return counts_in(totals, Space::global).sectors + counts_in(totals, Space::local).sectors;
}

constexpr std::array all_access_metrics{
#define COUNT(name, spaces, unit, better, shown) \
  Metric{#name, #unit,  better,                  \
         shown, spaces, [](const Counts& counts) { return count(counts.name); }},
#define RATIO(name, spaces, unit, better, shown, ...) \
  Metric{#name, #unit,  better,                       \
         shown, spaces, [](const Counts& counts) { return value(__VA_ARGS__); }},
#include "sim/metrics/metrics.def"
};

constexpr std::array all_launch_metrics{
#define TOTAL(name, unit, better, shown)                                          \
  Metric{#name, #unit, better, shown, 0, nullptr, [](const LaunchFacts& launch) { \
           return count(launch.totals.name);                                      \
         }},
#define LAUNCH(name, unit, better, shown, ...)                                                     \
  Metric{#name, #unit, better, shown, 0, nullptr, []([[maybe_unused]] const LaunchFacts& launch) { \
           [[maybe_unused]] const Totals& totals = launch.totals;                                  \
           return value(__VA_ARGS__);                                                              \
         }},
#include "sim/metrics/metrics.def"
};

std::vector<Quantity> all_quantities() {
  std::vector<Quantity> all;
  for (const Metric& metric : all_launch_metrics) {
    if (metric.is_shown(named)) all.push_back({std::string(metric.name), std::nullopt, &metric});
  }
  for (const AccessKind& kind : access_kinds()) {
    // Constant memory shares the names of shared memory: `constant_load.conflicts` is always 0.
    const Space space = kind.space == Space::constant ? Space::shared : kind.space;
    for (const Metric& metric : all_access_metrics) {
      if (metric.is_shown(named) && metric.is_of(space))
        all.push_back({name_of(kind) + "." + std::string(metric.name), kind, &metric});
    }
  }
  return all;
}

}  // namespace

std::optional<double> Value::exact() const {
  if (divisor != 0) return factor * (dividend / divisor);
  return of_nothing ? std::optional(factor * *of_nothing) : std::nullopt;
}

std::optional<std::int64_t> Value::rounded() const {
  if (divisor == 0)
    return of_nothing ? std::optional(std::llround(factor * *of_nothing)) : std::nullopt;
  return static_cast<std::int64_t>(std::floor((2 * factor * dividend + divisor) / (2 * divisor)));
}

std::string Metric::data_name() const {
  constexpr std::string_view percent = "_percent";
  return std::string(name.ends_with(percent) ? name.substr(0, name.size() - percent.size()) : name);
}

std::span<const Metric> access_metrics() { return all_access_metrics; }
std::span<const Metric> launch_metrics() { return all_launch_metrics; }

Value Quantity::of(const LaunchFacts& facts) const {
  return kind ? metric->of_counts(counts_in(facts.totals, *kind)) : metric->of_launch(facts);
}

std::span<const Quantity> quantities() {
  static const std::vector<Quantity> all = all_quantities();
  return all;
}

const Quantity* quantity_named(std::string_view name) {
  const auto all = quantities();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Quantity& each) { return each.name == name; });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace lanescope::report
