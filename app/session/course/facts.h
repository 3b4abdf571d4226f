// Names for what a run found, as whole numbers: what questions, goals and prose speak of. The list
// is in README.md, "A lesson's guide".
//
// A name that is known but has no value here (a time that nobody measured, an access where none is
// chosen, a share of nothing) is not in the map; a name that no fact has is an error of who wrote
// it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "app/session/run.h"
#include "app/session/selection.h"
#include "kernels/lesson_file/lesson.h"

namespace lanescope::app {

using Facts = std::map<std::string, std::int64_t>;

// The run's: parameters, launch, totals, findings.
[[nodiscard]] Facts facts_of(const Outcome& outcome);
// And of the chosen access or, in the divergence view, the branches of the chosen line.
[[nodiscard]] Facts facts_of(const Outcome& outcome, const Selection& selection);

// What a machine makes of the launch; all in the launch's own numbers.
struct OccupancyFacts {
  std::int64_t percent = 0, warps = 0, blocks = 0, registers = 0;
  bool by_registers = false, by_shared = false, by_warps = false, by_blocks = false;
};
void add_occupancy(Facts& facts, const OccupancyFacts& occupancy);
// The time of exactly this launch, where one is known.
struct TimeFacts {
  double cold_us = 0, gb_per_s = 0;
};
void add_time(Facts& facts, const TimeFacts& time);
// The facts of a second run, each with `other.` in front.
void add_other(Facts& facts, const Facts& other);

// Which names there are for a lesson with these parameters: "N", "access.sectors", ...
struct FactNames {
  bool access = true;  // of one access or branch: there is a view that chooses it
  bool other = false;  // of a second run
  std::set<std::string> parameters;
  std::set<std::string> other_parameters;
  [[nodiscard]] bool has(std::string_view name) const;
  [[nodiscard]] std::vector<std::string> all() const;  // ascending
};

// The value of an expression over facts; empty: it needs one that has no value here. The error says
// what is wrong with the expression.
[[nodiscard]] tl::expected<std::optional<std::int64_t>, std::string> value_in(
    const Facts& facts, const FactNames& names, const std::string& expression);
// Why the expression can't be used whatever the run; empty: it can.
[[nodiscard]] std::string expression_problem(const FactNames& names, const std::string& expression);

// "1024", "32,768".
[[nodiscard]] std::string fact_text(std::int64_t value);
// Markdown with the facts in place of {names}; one without a value is a dash. In code only known
// names are replaced, fenced blocks stay as they are.
[[nodiscard]] std::string filled_in(std::string_view markdown, const Facts& facts,
                                    const FactNames& names);

}  // namespace lanescope::app
