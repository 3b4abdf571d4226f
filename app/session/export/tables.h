// All numbers that the program shows, as tables. Column names never change; new columns are added
// at the end.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/session/compare/difference.h"
#include "app/session/export/table.h"
#include "app/session/session.h"
#include "app/session/steps/steps.h"
#include "app/session/sweeps/table.h"
#include "sim/launch/thread_index.h"

namespace lanescope::app {

// Every memory instruction of the kernel, in program order.
[[nodiscard]] Table accesses_table(const report::Report& report);
// The whole kernel's counts: one row for each kind of access that occurs, and a row `kernel` for
// counts of the launch itself.
[[nodiscard]] Table counts_table(const report::Report& report);
// The kernel's source line by line, with each line's cost and active lanes.
// Of one file of the report (report::file_of), with its text.
[[nodiscard]] Table lines_table(const report::Report& report, const std::string& text,
                                const std::string& file = {});
[[nodiscard]] Table branches_table(const report::Report& report);
// The memory accesses of one warp, in order. nullptr: a table without rows.
[[nodiscard]] Table events_table(const report::WarpTrace* trace);
// One access, lane by lane: address, and its word, bank and wavefront, or its sector and line.
[[nodiscard]] Table lanes_table(const report::Event& event, const report::Report& report,
                                const memory::MemoryRules& machine);
// The threads of a block: number, warp, lane, index in the launch.
[[nodiscard]] Table threads_table(const launch::Shape& shape, const launch::Dim3& block);
// For each variant one row per source: MEASURED, RECORDED, MODEL.
[[nodiscard]] Table times_table(const Session& session);
// The machine's figures with their sources, then the kernel's occupancy on it.
[[nodiscard]] Table machine_table(const machine::Profile& profile,
                                  const std::optional<KernelOccupancy>& occupancy);
// Both sides of a comparison, one number per row; `better`: a, b, equal or unknown.
[[nodiscard]] Table numbers_table(const std::vector<ComparedNumber>& numbers);
// One executed instruction per row (`step` from 1, as on the screen), with what it wrote to the
// lane's registers and its access or barrier.
[[nodiscard]] Table steps_table(const StepsPtr& steps, std::uint32_t lane);
// One point per row; columns as in `lanescope sweep --csv`.
[[nodiscard]] Table sweep_points_table(const SweepTable& table);

// A sweep as CSV (RFC 4180), one row per point.

// Columns: lesson, sweep, variant, machine (whose memory rules apply), each parameter, each
// quantity (MODEL: simulated), timed_at (the launch that the times are of, if it is not the
// simulated one: "N=16777216"), cold_us, cold_low_us, cold_high_us, cold_spread ("95 %" of the
// median, or "range" of few runs), runs, source (MEASURED, RECORDED), gpu, date, problem. Lines end
// with CR LF, as RFC 4180 requires.
[[nodiscard]] std::string csv_of(const SweepTable& table);

}  // namespace lanescope::app
