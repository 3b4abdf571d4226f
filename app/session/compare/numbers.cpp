#include "app/session/compare/numbers.h"

#include <algorithm>
#include <cmath>

#include "app/session/words.h"
#include "sim/memory/global.h"

namespace lanescope::app {
namespace {

using memory::Space;

// Values this close are equal in every digit that is shown.
constexpr double relative_tolerance = 1e-9;

bool agree(double a, double b) {
  return std::abs(a - b) <= relative_tolerance * std::max(std::abs(a), std::abs(b));
}

struct Kind {
  const char* name;
  Space space;
  const report::Counts report::Totals::*counts;
};
constexpr Kind kinds[] = {{"shared_load", Space::shared, &report::Totals::shared_load},
                          {"shared_store", Space::shared, &report::Totals::shared_store},
                          {"shared_atomic", Space::shared, &report::Totals::shared_atomic},
                          {"global_load", Space::global, &report::Totals::global_load},
                          {"global_store", Space::global, &report::Totals::global_store},
                          {"global_atomic", Space::global, &report::Totals::global_atomic},
                          {"local_load", Space::local, &report::Totals::local_load},
                          {"local_store", Space::local, &report::Totals::local_store},
                          {"constant_load", Space::constant, &report::Totals::constant_load}};

double number(std::uint64_t count) { return static_cast<double>(count); }

void add_kind(const Kind& kind, const report::Counts& a, const report::Counts& b,
              std::vector<ComparedNumber>& numbers) {
  if (a.requests == 0 && b.requests == 0) {
    return;
  }
  const std::string unit(cost_unit(kind.space));
  // A kernel without such accesses is not better at them: it has no numbers here.
  const bool both = a.requests > 0 && b.requests > 0;
  const auto of = [](const report::Counts& counts, auto value) {
    return counts.requests == 0 ? std::nullopt : std::optional<double>(value(counts));
  };
  const auto add = [&](std::string name, auto value, Better better = Better::lower) {
    numbers.push_back({kind.name, std::move(name), of(a, value), of(b, value), better});
  };
  const auto cost = [&](const report::Counts& counts) {
    return number(report::cost_pair(kind.space, counts).cost);
  };
  numbers.push_back({kind.name, "requests", number(a.requests), number(b.requests),
                     both ? Better::lower : Better::neither});
  add(unit + "_per_request",
      [&](const report::Counts& counts) { return cost(counts) / number(counts.requests); });
  add(unit, cost);
  if (kind.space == Space::shared) {
    add("conflicts", [](const report::Counts& counts) { return number(counts.conflicts); });
  }
  if (kind.space == Space::global || kind.space == Space::local) {
    add(
        "efficiency_percent",
        [](const report::Counts& counts) { return 100 * report::efficiency(counts); },
        Better::higher);
    add("bytes_moved",
        [](const report::Counts& counts) { return number(counts.sectors * memory::sector_bytes); });
  }
}

void add_launch(const report::Totals& a, const report::Totals& b,
                std::vector<ComparedNumber>& numbers) {
  const auto add = [&](const char* name, double of_a, double of_b, Better better) {
    numbers.push_back({"launch", name, of_a, of_b, better});
  };
  const auto moved = [](const report::Totals& totals) {
    return number((totals.global_load.sectors + totals.global_store.sectors +
                   totals.global_atomic.sectors + totals.local_load.sectors +
                   totals.local_store.sectors) *
                  memory::sector_bytes);
  };
  add("bytes_moved", moved(a), moved(b), Better::lower);
  add("warp_instructions", number(a.warp_instructions), number(b.warp_instructions), Better::lower);
  add("branches", number(a.branches), number(b.branches), Better::neither);
  add("divergent_branches", number(a.divergent_branches), number(b.divergent_branches),
      Better::lower);
  if (a.branches > 0 || b.branches > 0) {
    add("branch_efficiency_percent",
        100 * report::branch_efficiency(a.branches, a.divergent_branches),
        100 * report::branch_efficiency(b.branches, b.divergent_branches), Better::higher);
  }
  add("active_lanes", 32 * report::warp_execution_efficiency(a),
      32 * report::warp_execution_efficiency(b), Better::higher);
}

bool is_access(const report::Event* event) {
  return event != nullptr && event->kind == report::EventKind::access;
}

}  // namespace

const char* name_of(Winner winner) {
  switch (winner) {
    case Winner::a:
      return "a";
    case Winner::b:
      return "b";
    case Winner::equal:
      return "equal";
    case Winner::unknown:
      break;
  }
  return "unknown";
}

Winner ComparedNumber::winner() const {
  if (!a || !b) {
    return Winner::unknown;
  }
  if (agree(*a, *b)) {
    return Winner::equal;
  }
  if (better == Better::neither) {
    return Winner::unknown;
  }
  return (*a < *b) == (better == Better::lower) ? Winner::a : Winner::b;
}

std::optional<double> ComparedNumber::ratio() const {
  if (!a || !b) {
    return std::nullopt;
  }
  if (agree(*a, *b)) {
    return 1;
  }
  if (*a == 0 || *b == 0) {
    return std::nullopt;
  }
  return better == Better::neither ? *b / *a : std::max(*a, *b) / std::min(*a, *b);
}

bool is_time_of(const PointTime& time, const Outcome& outcome) {
  return outcome.machine == nullptr || time.gpu.find(outcome.machine->name) != std::string::npos;
}

std::optional<PointTime> time_of(const Outcome& outcome, compile::Compiler compiler,
                                 const Timings* timings, const device::Recording* recording) {
  auto time = time_of(key_of(outcome.resolved, compiler), timings, recording);
  return time && is_time_of(*time, outcome) ? time : std::nullopt;
}

std::vector<ComparedNumber> compared_numbers(const Outcome& a, const Outcome& b,
                                             const std::optional<PointTime>& time_a,
                                             const std::optional<PointTime>& time_b) {
  std::vector<ComparedNumber> numbers;
  for (const Kind& kind : kinds) {
    add_kind(kind, a.report.totals.*kind.counts, b.report.totals.*kind.counts, numbers);
  }
  add_launch(a.report.totals, b.report.totals, numbers);
  if (time_a || time_b) {
    const auto median = [](const std::optional<PointTime>& time) {
      return time ? std::optional(time->cold.median) : std::nullopt;
    };
    numbers.push_back({"time", "cold_ms", median(time_a), median(time_b), Better::lower});
  }
  return numbers;
}

std::vector<ComparedNumber> compared_accesses(const report::Event* a, const report::Event* b) {
  std::vector<ComparedNumber> numbers;
  if (!is_access(a) && !is_access(b)) {
    return numbers;
  }
  const memory::Space space = is_access(a) ? a->access.space : b->access.space;
  const auto of = [](const report::Event* event, std::uint32_t report::Event::*value) {
    return is_access(event) ? std::optional(static_cast<double>(event->*value)) : std::nullopt;
  };
  numbers.push_back({"access", std::string(cost_unit(space)), of(a, &report::Event::cost),
                     of(b, &report::Event::cost), Better::lower});
  // Shown only if groups of lanes are served one after another; otherwise it equals the wavefronts.
  const auto differs = [](const report::Event* event) {
    return is_access(event) && event->ways != event->cost;
  };
  if (space == memory::Space::shared && (differs(a) || differs(b))) {
    numbers.push_back({"access", "ways", of(a, &report::Event::ways), of(b, &report::Event::ways),
                       Better::lower});
  }
  return numbers;
}

}  // namespace lanescope::app
