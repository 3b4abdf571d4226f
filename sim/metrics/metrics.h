// The numbers that a run is described by, as rows: what JSON, tables, sweeps, questions and
// comparisons show of the counts. metrics.def is the table.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/metrics/counts.h"

namespace lanescope::report {

// The facts of a launch that metrics are computed from: small, because a sweep keeps one for each
// of thousands of points.
struct LaunchFacts {
  Totals totals;
  std::uint64_t blocks = 0, threads_per_block = 0;
  std::uint64_t shared_bytes = 0;  // per block, static and dynamic
  // Resident warps as percentage of the multiprocessor's maximum; empty: not known for this
  // machine.
  std::optional<double> occupancy_percent{};
};

enum class Better : std::uint8_t { lower, higher, neither };

// factor x dividend / divisor. Counts below 2^53 are exact.
struct Value {
  double dividend = 0, divisor = 1;
  double factor = 1;                   // 100 for a percentage
  std::optional<double> of_nothing{};  // the share if the divisor is 0

  // None: the divisor is 0, and there is no `of_nothing`.
  [[nodiscard]] std::optional<double> exact() const;
  [[nodiscard]] std::optional<std::int64_t> rounded() const;  // to the nearest, halves up
  // For a program: a count as whole number, else the share without the factor.
  template <class Datum>
  [[nodiscard]] Datum as_data() const {
    if (is_count) return Datum(static_cast<std::uint64_t>(dividend));
    return Datum(divisor == 0 ? of_nothing.value_or(0) : dividend / divisor);
  }
  bool is_count = false;
};

struct Metric {
  enum Shown : unsigned { data = 1, named = 2, compared = 4 };  // see metrics.def

  std::string_view name;  // "sectors", "blocks"
  std::string_view unit;
  Better better = Better::neither;
  unsigned shown = 0;
  unsigned spaces = 0;  // a bit for each memory::Space; 0: of the whole launch
  // One of the two.
  Value (*of_counts)(const Counts&) = nullptr;
  Value (*of_launch)(const LaunchFacts&) = nullptr;

  [[nodiscard]] bool is_shown(Shown where) const { return (shown & where) != 0; }
  [[nodiscard]] bool is_of(memory::Space space) const {
    return ((spaces >> static_cast<unsigned>(space)) & 1U) != 0;
  }
  // The name of a share without "_percent".
  [[nodiscard]] std::string data_name() const;
};
// Those of one kind of access, and those of a launch, in the order of metrics.def.
[[nodiscard]] std::span<const Metric> access_metrics();
[[nodiscard]] std::span<const Metric> launch_metrics();

// A metric that can be named, of one kind of access or of the whole launch.
struct Quantity {
  std::string name;                // "global_load.sectors_per_request", "blocks"
  std::optional<AccessKind> kind;  // none: the whole launch
  const Metric* metric = nullptr;

  [[nodiscard]] Value of(const LaunchFacts& facts) const;
};
[[nodiscard]] std::span<const Quantity> quantities();
// nullptr: there is none.
[[nodiscard]] const Quantity* quantity_named(std::string_view name);

}  // namespace lanescope::report
