// The results of a run as named whole numbers, for questions, goals and prose. The list is in
// docs/lessons.md, "Facts".
//
// A known name without a value (a time that was not measured, an access when none is selected, a
// percentage of nothing) is not in the map. An unknown name is the author's error.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "app/session/run/run.h"
#include "app/session/run/worker.h"
#include "app/session/selection/selection.h"
#include "kernels/lesson_file/guide.h"
#include "kernels/lesson_file/lesson.h"
#include "kernels/transfer/facts.h"
#include "kernels/transfer/row.h"

namespace lanescope::app {

using Facts = std::map<std::string, std::int64_t>;

// Facts of the run: parameters, launch, totals, findings.
[[nodiscard]] Facts facts_of(const Outcome& outcome);
// The same, plus those of the selected access or, in the divergence view, of the selected line's
// branches.
[[nodiscard]] Facts facts_of(const Outcome& outcome, const Selection& selection);

// Occupancy of the launch on a machine.
struct OccupancyFacts {
  std::int64_t percent = 0, warps = 0, blocks = 0, registers = 0;
  bool by_registers = false, by_shared = false, by_warps = false, by_blocks = false;
  std::optional<std::int64_t> permille{};  // for prose
};
void add_occupancy(Facts& facts, const OccupancyFacts& occupancy);
// The time of exactly this launch.
struct TimeFacts {
  double cold_us = 0, gb_per_s = 0;
};
void add_time(Facts& facts, const TimeFacts& time);
// How data move between host and GPU: `of_rows` are facts of `rows`; and what the model gives for
// the lesson's [moving].
void add_moving(Facts& facts, const Outcome& outcome, const transfer::Rows& rows,
                const transfer::Facts& of_rows);
// The same, of the recording that ships.
void add_moving(Facts& facts, const Outcome& outcome);
// Adds the facts of a second run, each with the prefix `other.`.
void add_other(Facts& facts, const Facts& other);

// The valid names for a lesson with these parameters: "N", "access.sectors", ...
struct FactNames {
  bool access = true;  // facts of one access or branch: the view selects one
  bool other = false;  // facts of a second run
  std::set<std::string> parameters;
  std::set<std::string> other_parameters;
  [[nodiscard]] bool has(std::string_view name) const;
  [[nodiscard]] std::vector<std::string> all() const;  // ascending
};

// The value of an expression; empty: it needs a fact that has no value here. The error says what is
// wrong with the expression.
[[nodiscard]] tl::expected<std::optional<std::int64_t>, std::string> value_in(
    const Facts& facts, const FactNames& names, const std::string& expression);
// Why the expression is invalid for any run; empty: it is valid.
[[nodiscard]] std::string expression_problem(const FactNames& names, const std::string& expression);

// "1024", "32,768".
[[nodiscard]] std::string fact_text(std::int64_t value);
// Markdown with {names} replaced by their facts; a fact without a value becomes a dash, or
// `absent`. In code only known names are replaced; fenced blocks stay unchanged.
[[nodiscard]] std::string fill_placeholders(std::string_view markdown, const Facts& facts,
                                            const FactNames& names, std::string_view absent = "—");

// Occupancy of a launch on a machine, as facts.

// `machine`: the id of a machine file; empty: the default machine. Empty result: the registers per
// thread or the machine are unknown. May ask a compiler, which takes some 100 ms, so do not call it
// on the window's thread.
[[nodiscard]] std::optional<OccupancyFacts> occupancy_facts(const Outcome& outcome,
                                                            const std::string& machine);

// The same for several runs, as work for a worker thread.
struct OccupancyQuery {
  std::vector<OutcomePtr> runs;
  std::string machine;
};
using OccupancyAnswer = std::vector<std::optional<OccupancyFacts>>;  // one for each run
[[nodiscard]] tl::expected<OccupancyAnswer, Problem> answer_of(const OccupancyQuery& query,
                                                               Progress* progress,
                                                               std::stop_token stop);

// The step's text or one of its questions uses occupancy or registers.
[[nodiscard]] bool mentions_occupancy(const lesson::Guide& guide, const lesson::GuideStep& step);
[[nodiscard]] bool mentions_occupancy(const lesson::Question& question);
// A goal uses them.
[[nodiscard]] bool mentions_occupancy(const lesson::Exercise& exercise);
// The same of how data move; of a guide: in any of its questions, goals or texts.
[[nodiscard]] bool mentions_moving(const lesson::Exercise& exercise);
[[nodiscard]] bool mentions_moving(const lesson::Guide& guide);

[[nodiscard]] inline const std::string& lesson_of(const OccupancyQuery& query) {
  return query.machine;
}
using OccupancyWorker = NewestWorker<OccupancyQuery, OccupancyAnswer>;
extern template class NewestWorker<OccupancyQuery, OccupancyAnswer>;

}  // namespace lanescope::app
