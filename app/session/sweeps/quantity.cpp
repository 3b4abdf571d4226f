#include "app/session/sweeps/quantity.h"

#include <algorithm>
#include <array>

namespace lanescope::app {
namespace {

using report::Counts;
using report::Totals;

struct Kind {
  std::string_view name;
  Counts Totals::*counts;
  memory::Space space;
};
// Order of preference if several cost the same.
constexpr std::array<Kind, 9> kinds{{
    {"global_load", &Totals::global_load, memory::Space::global},
    {"global_store", &Totals::global_store, memory::Space::global},
    {"shared_load", &Totals::shared_load, memory::Space::shared},
    {"shared_store", &Totals::shared_store, memory::Space::shared},
    {"global_atomic", &Totals::global_atomic, memory::Space::global},
    {"shared_atomic", &Totals::shared_atomic, memory::Space::shared},
    {"local_load", &Totals::local_load, memory::Space::local},
    {"local_store", &Totals::local_store, memory::Space::local},
    {"constant_load", &Totals::constant_load, memory::Space::constant},
}};

bool counts_sectors(memory::Space space) {
  return space == memory::Space::global || space == memory::Space::local;
}

double number(std::uint64_t count) { return static_cast<double>(count); }

std::optional<double> a_request(std::uint64_t count, const Counts& counts) {
  if (counts.requests == 0) return std::nullopt;
  return number(count) / number(counts.requests);
}

struct CountField {
  std::string_view name;
  std::uint64_t Counts::*count;
};
constexpr std::array<CountField, 9> count_fields{{
    {"requests", &Counts::requests},
    {"bytes_requested", &Counts::bytes_requested},
    {"bytes_used", &Counts::bytes_used},
    {"sectors", &Counts::sectors},
    {"ideal_sectors", &Counts::ideal_sectors},
    {"tag_lookups", &Counts::tag_lookups},
    {"wavefronts", &Counts::wavefronts},
    {"ideal_wavefronts", &Counts::ideal_wavefronts},
    {"conflicts", &Counts::conflicts},
}};

std::optional<double> of_access(std::string_view field, const Counts& counts) {
  if (field == "sectors_per_request") return a_request(counts.sectors, counts);
  if (field == "wavefronts_per_request") return a_request(counts.wavefronts, counts);
  if (field == "efficiency_percent") {
    if (counts.sectors == 0) return std::nullopt;
    return 100 * report::efficiency(counts);
  }
  for (const CountField& each : count_fields) {
    if (each.name == field) return number(counts.*each.count);
  }
  return std::nullopt;
}

struct TotalField {
  std::string_view name;
  std::uint64_t Totals::*count;
};
constexpr std::array<TotalField, 5> total_fields{{
    {"warp_instructions", &Totals::warp_instructions},
    {"thread_instructions", &Totals::thread_instructions},
    {"branches", &Totals::branches},
    {"divergent_branches", &Totals::divergent_branches},
    {"barriers", &Totals::barriers},
}};

std::optional<double> of_launch(std::string_view name, const LaunchFacts& facts) {
  const Totals& totals = facts.totals;
  for (const TotalField& each : total_fields) {
    if (each.name == name) return number(totals.*each.count);
  }
  if (name == "blocks") return number(facts.blocks);
  if (name == "threads_per_block") return number(facts.threads_per_block);
  if (name == "warps_per_block") return number((facts.threads_per_block + 31) / 32);
  if (name == "shared_bytes") return number(facts.shared_bytes);
  if (name == "branch_efficiency_percent")
    return 100 * report::branch_efficiency(totals.branches, totals.divergent_branches);
  if (name == "warp_execution_efficiency_percent")
    return 100 * report::warp_execution_efficiency(totals);
  if (name == "occupancy.percent") return facts.occupancy_percent;
  return std::nullopt;
}

const Kind* kind_named(std::string_view name) {
  const auto* found =
      std::find_if(kinds.begin(), kinds.end(), [&](const Kind& kind) { return kind.name == name; });
  return found == kinds.end() ? nullptr : found;
}

std::string_view field_of(std::string_view name) {
  const std::string_view kind = kind_of_access(name);
  return kind.empty() ? name : name.substr(kind.size() + 1);
}

}  // namespace

LaunchFacts facts_of(const report::Report& report) {
  LaunchFacts facts;
  facts.totals = report.totals;
  facts.blocks = report.blocks_total;
  facts.threads_per_block = std::uint64_t{report.block[0]} * report.block[1] * report.block[2];
  facts.shared_bytes = report.shared_bytes;
  return facts;
}

std::string_view kind_of_access(std::string_view name) {
  const std::size_t point = name.find('.');
  if (point == std::string_view::npos) return {};
  const std::string_view kind = name.substr(0, point);
  return kind_named(kind) != nullptr ? kind : std::string_view{};
}

std::optional<double> quantity(std::string_view name, const LaunchFacts& facts) {
  const Kind* kind = kind_named(kind_of_access(name));
  return kind != nullptr ? of_access(field_of(name), facts.totals.*kind->counts)
                         : of_launch(name, facts);
}

QuantityUnit unit_of(std::string_view name) {
  std::string_view field = field_of(name);
  constexpr std::string_view ratio = "_per_request";
  if (field.ends_with(ratio)) {
    field.remove_suffix(ratio.size());
    return {std::string(field), true};
  }
  if (field.ends_with("percent")) return {"percent"};
  if (field.starts_with("bytes_") || field == "shared_bytes") return {"bytes"};
  if (field.starts_with("ideal_")) return {std::string(field.substr(6))};
  if (field.ends_with("_per_block")) return {std::string(field.substr(0, field.size() - 10))};
  if (field == "divergent_branches") return {"branches"};
  if (field == "warp_instructions" || field == "thread_instructions") return {"instructions"};
  return {std::string(field)};
}

std::string costliest_quantity(const std::vector<const LaunchFacts*>& launches) {
  const Kind* costliest = nullptr;
  double most = 0;
  for (const Kind& kind : kinds) {
    for (const LaunchFacts* launch : launches) {
      const Counts& counts = launch->totals.*kind.counts;
      if (counts.requests == 0) continue;
      const double ratio = report::cost_ratio(kind.space, counts);
      if (costliest == nullptr || ratio > most) {
        costliest = &kind;
        most = ratio;
      }
    }
  }
  if (costliest == nullptr) return "warp_instructions";
  return std::string(costliest->name) +
         (counts_sectors(costliest->space) ? ".sectors_per_request" : ".wavefronts_per_request");
}

}  // namespace lanescope::app
