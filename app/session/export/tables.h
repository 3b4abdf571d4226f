// Everything that the program shows in numbers, as tables. Columns keep their names from release to
// release; new ones are added behind them.
#pragma once

#include <optional>
#include <vector>

#include "app/session/compare/numbers.h"
#include "app/session/export/table.h"
#include "app/session/session.h"
#include "app/session/steps/steps.h"
#include "app/session/sweeps/table.h"
#include "sim/launch/thread_index.h"

namespace lanescope::app {

// Every memory instruction of the kernel, in the program's order.
[[nodiscard]] Table accesses_table(const report::Report& report);
// The whole kernel's counts, a row for each kind of access that there is; and the launch's own in a
// row named `kernel`.
[[nodiscard]] Table counts_table(const report::Report& report);
// The kernel's text line by line, with what each costs and how many lanes take part.
[[nodiscard]] Table lines_table(const report::Report& report, const std::string& text);
[[nodiscard]] Table branches_table(const report::Report& report);
// What one warp did to memory, in its order. nullptr: a table without rows.
[[nodiscard]] Table events_table(const report::WarpTrace* trace);
// One access, lane by lane: address, and its word, bank and wavefront, or its sector and line.
[[nodiscard]] Table lanes_table(const report::Event& event, const report::Report& report,
                                const memory::Machine& machine);
// The threads of a block: number, warp, lane, index in the launch.
[[nodiscard]] Table threads_table(const launch::Shape& shape, const launch::Dim3& block);
// Of each variant a row for each source: MEASURED, RECORDED, MODEL.
[[nodiscard]] Table times_table(const Session& session);
// The machine's figures with their sources, then the kernel's occupancy of it.
[[nodiscard]] Table machine_table(const machine::Profile& profile,
                                  const std::optional<KernelOccupancy>& occupancy);
// Both sides of a comparison, a row a number; `better`: a, b, equal or unknown.
[[nodiscard]] Table numbers_table(const std::vector<ComparedNumber>& numbers);
// A row an executed instruction (`step` from 1, as on the screen), with what it wrote into the
// lane's registers and the access or barrier that it is.
[[nodiscard]] Table steps_table(const StepsPtr& steps, std::uint32_t lane);
// A row a point; the columns of `lanescope sweep --csv`.
[[nodiscard]] Table sweep_points_table(const SweepTable& table);

}  // namespace lanescope::app
