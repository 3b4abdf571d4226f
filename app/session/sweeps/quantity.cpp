#include "app/session/sweeps/quantity.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/session/selection/access_names.h"

namespace lanescope::app {

LaunchFacts facts_of(const report::Report& report) {
  LaunchFacts facts;
  facts.totals = report.totals;
  facts.blocks = std::uint64_t{report.grid[0]} * report.grid[1] * report.grid[2];
  facts.threads_per_block = std::uint64_t{report.block[0]} * report.block[1] * report.block[2];
  facts.shared_bytes = report.shared_bytes;
  return facts;
}

std::string_view kind_of_access(std::string_view name) {
  const std::string_view kind = name.substr(0, name.find('.'));
  return kind != name && report::access_kind_named(kind) ? kind : std::string_view{};
}

std::optional<double> quantity(std::string_view name, const LaunchFacts& facts) {
  const report::Quantity* found = report::quantity_named(name);
  return found != nullptr ? found->of(facts).exact() : std::nullopt;
}

QuantityUnit unit_of(std::string_view name) {
  const report::Quantity* found = report::quantity_named(name);
  if (found == nullptr) return {};
  return {std::string(found->metric->unit), name.ends_with("_per_request")};
}

std::string costliest_quantity(const std::vector<const LaunchFacts*>& launches) {
  using memory::Op;
  const report::AccessKind* costliest = nullptr;
  double most = 0;
  for (const report::AccessKind& kind : report::access_kinds()) {
    for (const LaunchFacts* launch : launches) {
      const report::Counts& counts = report::counts_in(launch->totals, kind);
      if (counts.requests == 0) continue;
      const double ratio = report::cost_ratio(kind.space, counts);
      // If several cost the same, loads and stores of shared memory go before global atomics.
      const bool goes_before = costliest != nullptr && ratio == most &&
                               kind.space == memory::Space::shared && kind.op != Op::atomic &&
                               costliest->op == Op::atomic;
      if (costliest == nullptr || ratio > most || goes_before) {
        costliest = &kind;
        most = ratio;
      }
    }
  }
  if (costliest == nullptr) return "warp_instructions";
  return fmt::format("{}.{}_per_request", name_of(*costliest), cost_unit(costliest->space));
}

std::vector<std::string> usual_quantities(const std::vector<const LaunchFacts*>& launches) {
  std::vector<std::string> names{costliest_quantity(launches)};
  const auto add = [&](std::string name) {
    const bool has_value = std::ranges::any_of(
        launches, [&](const LaunchFacts* launch) { return quantity(name, *launch).has_value(); });
    if (has_value && std::ranges::find(names, name) == names.end())
      names.push_back(std::move(name));
  };
  for (const report::AccessKind& kind : report::access_kinds())
    add(fmt::format("{}.{}_per_request", name_of(kind), cost_unit(kind.space)));
  add("warp_instructions");
  add("warp_execution_efficiency_percent");
  add("occupancy.percent");
  return names;
}

}  // namespace lanescope::app
