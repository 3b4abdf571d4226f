// Occupancy of a launch on a machine, as facts.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/session/course/facts.h"
#include "app/session/run/worker.h"
#include "kernels/lesson_file/guide.h"

namespace lanescope::app {

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
[[nodiscard]] bool mentions_occupancy(const lesson::Guide& guide, const lesson::Step& step);
[[nodiscard]] bool mentions_occupancy(const lesson::Question& question);
// A goal uses them.
[[nodiscard]] bool mentions_occupancy(const lesson::Exercise& exercise);

[[nodiscard]] inline const std::string& lesson_of(const OccupancyQuery& query) {
  return query.machine;
}
using OccupancyWorker = NewestWorker<OccupancyQuery, OccupancyAnswer>;
extern template class NewestWorker<OccupancyQuery, OccupancyAnswer>;

}  // namespace lanescope::app
