// What each figure of moving data shows, from the rows of the session and the models beside them.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "app/session/selection/moving_figures.h"
#include "app/session/session.h"
#include "kernels/transfer/row.h"
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
[[nodiscard]] picture::MovingHead moving_head(const MovingSource& source, MovingFigure figure);
// Why a section has nothing to show: what its rows say, else that there are none.
[[nodiscard]] std::string moving_absence(const MovingSource& source,
                                         const std::vector<const char*>& sections);

// ---- the figures: curves and bars (moving_bars.cpp), timelines (moving_timelines.cpp), tables
// (moving_tables.cpp) ----

[[nodiscard]] picture::CurvesInput copies_input(const MovingSource& source, bool shows_rate,
                                                std::size_t chosen);
[[nodiscard]] picture::BarsInput small_input(const MovingSource& source);
[[nodiscard]] picture::BarsInput getting_input(const MovingSource& source);
[[nodiscard]] picture::BarsInput in_place_input(const MovingSource& source);
[[nodiscard]] picture::BarsInput managed_input(const MovingSource& source);
[[nodiscard]] picture::BarsInput streams_input(const MovingSource& source);
[[nodiscard]] picture::BarsInput residency_input(const MovingSource& source);
[[nodiscard]] picture::BarsInput launches_input(const MovingSource& source);
[[nodiscard]] picture::TimelinesInput overlap_input(const MovingSource& source);
[[nodiscard]] picture::MovingTableInput pointers_input(const MovingSource& source);
[[nodiscard]] picture::MovingTableInput spaces_input(const MovingSource& source);
// The lesson of a row of the spaces; empty: none.
[[nodiscard]] std::string lesson_of_space(std::size_t row);

}  // namespace lanescope::app
