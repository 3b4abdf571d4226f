// A warp's execution over time, as pictures: the whole execution as a bar, the instructions around
// the current one, the lanes that execute it, and the chosen lane's registers. Pure: equal inputs
// give equal pictures. The access itself is drawn by the stage (stage.h).
//
// HitAreas: instruction (index: the step) in the bar and the list, lane (0..31), register_row
// (index of the register in its function).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/steps/recording.h"
#include "viz/picture/core/draw_list.h"
#include "viz/picture/core/style.h"

namespace lanescope::picture {

// A part of the execution that one column of the bar shows.
struct TimelineColumn {
  std::size_t first = 0, end = 0;  // steps
  std::size_t costliest = 0;  // step of the access with the worst ratio; without an access: `first`
  double ratio = 0;           // cost / ideal of that access; 0: no access in the column
  bool conflict = false;
  bool barrier = false;
  float lanes = 0;  // average number of executing lanes
};
struct Timeline {
  std::vector<TimelineColumn> columns;
  std::size_t accesses = 0, conflicts = 0, barriers = 0;  // of the whole execution
};
// At most `columns` columns, and at most one per step. Walks all steps, so keep the result while
// the recording is shown.
[[nodiscard]] Timeline timeline_of(const steps::Recording& recording, std::size_t columns);
// Number of columns in a bar of that width in pixels.
[[nodiscard]] std::size_t timeline_columns(float width, const Style& style);

// For the button that runs to the next access that costs more than necessary: what it does, or why
// there is none.
[[nodiscard]] std::string steps_costly_tip(const steps::Recording& recording, std::size_t step,
                                           const text::Texts& texts);

struct StepsInput {
  const steps::Recording* recording = nullptr;  // with at least one step
  std::size_t step = 0;                         // the current one: already executed
  std::uint32_t lane = 0;                       // 0..31
  std::string source_text, source_name;         // the kernel's file
  report::Dim3 block_size{32, 1, 1};            // threads
  std::size_t first_register = 0;               // number of register rows scrolled out at the top
};

[[nodiscard]] DrawList build_steps_timeline(const StepsInput& input, const Timeline& timeline,
                                            const Style& style, float width, float height);
[[nodiscard]] DrawList build_steps_list(const StepsInput& input, const Style& style, float width,
                                        float height);
[[nodiscard]] DrawList build_steps_lanes(const StepsInput& input, const Style& style, float width,
                                         float height);

// The registers that the picture lists: first those that the current instruction writes, then those
// it reads, then the others, most recently written first. Only registers that hold a value in the
// lane.
struct RegisterRow {
  std::uint32_t reg = 0;
  bool written = false, read = false;
};
[[nodiscard]] std::vector<RegisterRow> register_rows(const StepsInput& input);
[[nodiscard]] DrawList build_steps_registers(const StepsInput& input,
                                             const std::vector<RegisterRow>& rows,
                                             const Style& style, float width, float height);
// Number of rows that fit below the heading of the other registers; for scrolling.
[[nodiscard]] std::size_t register_rows_that_fit(const std::vector<RegisterRow>& rows,
                                                 const Style& style, float height);

// Every lane's result of the current instruction, for the first register it writes; empty if it
// writes none. `sentence`: at the bottom.
[[nodiscard]] DrawList build_steps_values(const StepsInput& input, const std::string& sentence,
                                          const Style& style, float width, float height);

// The areas of the four pictures and the stage in the page. An empty rectangle: no room.
struct StepsLayout {
  Rect timeline, lanes, list, registers, stage;
};
[[nodiscard]] StepsLayout steps_layout(const Style& style, float width, float height);

}  // namespace lanescope::picture
