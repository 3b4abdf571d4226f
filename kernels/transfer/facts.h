// Measured transfers as named whole numbers, for questions and prose (docs/lessons.md, "Facts").
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "kernels/lesson_file/moving.h"
#include "kernels/transfer/row.h"

namespace lanescope::transfer {

// "moving.copy.pinned.in.64MiB_ns": nanoseconds. "..._mb_per_s": 10^6 bytes a second.
using Facts = std::map<std::string, std::int64_t>;

[[nodiscard]] Facts facts_of(const Rows& rows);
// What the model (models.h) gives for this work: moving.total_ns, moving.sequential_ns,
// moving.pipeline_ns. Empty: the rows lack something that it needs.
[[nodiscard]] Facts facts_of(const lesson::MovingWork& work, const Rows& rows);

// What the model gives for a program of streams (sim/transfer/arrangement.h) and the work of each
// of its copies: moving.program.races, moving.program.end_ns.c3, ... Calls count from 1. Empty: as
// above, or the text is no program.
[[nodiscard]] Facts facts_of(std::string_view program, const lesson::MovingWork& work,
                             const Rows& rows);

// A name of the shipped recording's facts, of a work's, or of a program's, whose call may be one
// that it lacks. Others are an author's error.
[[nodiscard]] bool is_fact(std::string_view name);
// facts_of(shipped_rows()), read once. Empty: no recording was found.
[[nodiscard]] const Facts& shipped_facts();

// "18.9 ms", "55.2 GB/s": as the fact stands in prose; three digits. `name` says its unit.
// Others than times and rates are plain numbers: an empty result.
[[nodiscard]] std::string prose_of(std::string_view name, std::int64_t value);

}  // namespace lanescope::transfer
