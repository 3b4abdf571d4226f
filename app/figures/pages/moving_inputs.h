// What each figure of moving data shows, from the rows of the session and the models beside them.
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "app/session/export/table.h"
#include "app/session/selection/moving_figures.h"
#include "app/session/session.h"
#include "kernels/transfer/measure.h"
#include "kernels/transfer/models.h"
#include "kernels/transfer/row.h"
#include "sim/transfer/arrangement.h"
#include "viz/picture/moving/moving.h"

namespace lanescope::app {

using TransferRow = transfer::Row;

// What a figure is made from.
struct MovingSource {
  const Session& session;
  const transfer::Rows& rows;
  const picture::Style& style;
  const text::Texts& texts;
};

// ---- in every figure (moving_parts.cpp) ----

[[nodiscard]] std::string moving_seconds_text(double seconds);
[[nodiscard]] double seconds_of(double us);
// Of the rows' own words: kinds of memory, ways, orders.
[[nodiscard]] std::string moving_word(const MovingSource& source, const std::string& name);
// The engines: copies in, kernels, copies out; and the lane of one.
[[nodiscard]] std::vector<std::string> moving_lanes(const MovingSource& source);
[[nodiscard]] std::size_t moving_lane_of(transfer::Engine engine);
// Of the number `bytes` of a row: "64 MiB"; "–" without it.
[[nodiscard]] std::string moving_size_text(const TransferRow& row, const char* number = "bytes");
// "waits 2.48 ms for kernel A to end". `on`: the name of what it waits for.
[[nodiscard]] std::string moving_wait_text(const MovingSource& source, const transfer::Wait& wait,
                                           const std::string& on);
// The rows of a section that are of a point each: its time, or why it has none. Without what is
// said of the section as a whole, such as that less memory was free: the head says that.
[[nodiscard]] std::vector<const TransferRow*> moving_points(const MovingSource& source,
                                                            std::string_view section);
[[nodiscard]] picture::MovingHead moving_head(const MovingSource& source, MovingFigure figure);
// Why a section has nothing to show: what its rows say, else that there are none.
[[nodiscard]] std::string moving_absence(const MovingSource& source,
                                         const std::vector<const char*>& sections);

// ---- the figures: curves and bars (moving_bars.cpp), timelines (moving_timelines.cpp), a
// table (moving_tables.cpp) ----

[[nodiscard]] picture::CurvesInput copies_input(const MovingSource& source, bool shows_rate,
                                                std::size_t chosen);
[[nodiscard]] picture::BarsInput small_input(const MovingSource& source);
[[nodiscard]] picture::BarsInput links_input(const MovingSource& source);
[[nodiscard]] picture::BarsInput getting_input(const MovingSource& source);
[[nodiscard]] picture::BarsInput in_place_input(const MovingSource& source);
[[nodiscard]] picture::BarsInput managed_input(const MovingSource& source);
[[nodiscard]] picture::BarsInput streams_input(const MovingSource& source);
[[nodiscard]] picture::BarsInput residency_input(const MovingSource& source);
[[nodiscard]] picture::BarsInput launches_input(const MovingSource& source);
[[nodiscard]] picture::TimelinesInput overlap_input(const MovingSource& source);
[[nodiscard]] picture::MovingTableInput pointers_input(const MovingSource& source);

// ---- a stream program by hand (moving_arranged.cpp) ----

// Of the lesson, else the first shipped one.
[[nodiscard]] transfer::Arrangement lesson_arrangement(const Session& session);
// What each of its copies and kernels is: those of the lesson's [moving] if it has a program or
// all three parts, else 64 MiB and a kernel that takes as long as a copy in.
[[nodiscard]] lesson::MovingWork arranged_work(const Session& session);
// Of a run on the GPU: it moves what the model moves.
[[nodiscard]] transfer::ArrangedSize arranged_size(const Session& session);
// Empty: the copies that the model needs were not measured.
[[nodiscard]] std::optional<transfer::ArrangedModel> arranged_model(
    const Session& session, const transfer::Arrangement& arrangement);
[[nodiscard]] picture::ArrangedInput arranged_input(const MovingSource& source,
                                                    const transfer::ArrangedModel& model,
                                                    std::size_t chosen);
[[nodiscard]] picture::TimelinesInput arranged_timelines(const MovingSource& source,
                                                         const transfer::ArrangedModel& model);
// A row for each call: what it is, when it runs by the model, what it waits for last, and when it
// ran on a GPU. The last row has the totals.
[[nodiscard]] Table arranged_table(const Session& session, const transfer::ArrangedModel& model);
// What a GPU gave for exactly this program: the last run, else the session's rows, else the first
// recording that has it.
struct ArrangedRun {
  std::vector<const TransferRow*> rows;  // the last one has the total
  picture::Origin origin = picture::Origin::measured;
  std::string made_on;
};
[[nodiscard]] std::optional<ArrangedRun> arranged_run(const Session& session,
                                                      const transfer::Arrangement& arrangement);

// ---- the table of memory spaces (moving_spaces.cpp) ----

[[nodiscard]] picture::MovingTableInput spaces_input(const MovingSource& source);
// A row for each cost; one for a space that has none.
[[nodiscard]] Table spaces_table(const Session& session);
// Whose recorded times it has.
[[nodiscard]] std::set<std::string> spaces_recorded_on(const Session& session);
// The lesson of a row of the spaces; empty: none.
[[nodiscard]] std::string lesson_of_space(std::size_t row);

}  // namespace lanescope::app
