// A warp through time, as pictures: its whole life as a bar, the instructions around the present
// one, who takes part, and what the chosen lane's registers hold. Pure: the same input gives the
// same picture. The access itself is drawn by the stage (stage.h).
//
// HitAreas: instruction (index: the step) in the bar and the list, lane (0..31), register_row
// (index of the register in its function).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/steps/recording.h"
#include "viz/scene/draw_list.h"
#include "viz/scene/style.h"

namespace lanescope::scene {

// The life cut into as many columns as the picture has room for: what is drawn of each.
struct LifeColumn {
  std::size_t first = 0, end = 0;  // steps
  std::size_t dearest = 0;  // the step whose access has the worst ratio; without one: `first`
  double ratio = 0;         // of its cost to its ideal; 0: no access in the column
  bool conflict = false;
  bool barrier = false;
  float lanes = 0;  // that execute, on average
};
struct Life {
  std::vector<LifeColumn> columns;
  std::size_t accesses = 0, conflicts = 0, barriers = 0;  // of the whole life
};
// At most `columns`, and no more than there are steps. Walks all steps: keep it as long as the
// recording is shown.
[[nodiscard]] Life life_of(const steps::Recording& recording, std::size_t columns);
// How many columns a bar of that width has room for; pixels.
[[nodiscard]] std::size_t life_columns(float width, const Style& style);

struct StepsInput {
  const steps::Recording* recording = nullptr;  // with at least one step
  std::size_t step = 0;                         // the present one: it has been executed
  std::uint32_t lane = 0;                       // 0..31
  std::string source_text, source_name;         // the kernel's file
  report::Dim3 block_size{32, 1, 1};            // threads
  std::size_t first_register = 0;               // rows of registers that are scrolled away
};

[[nodiscard]] DrawList build_steps_life(const StepsInput& input, const Life& life,
                                        const Style& style, float width, float height);
[[nodiscard]] DrawList build_steps_list(const StepsInput& input, const Style& style, float width,
                                        float height);
[[nodiscard]] DrawList build_steps_lanes(const StepsInput& input, const Style& style, float width,
                                         float height);
[[nodiscard]] DrawList build_steps_registers(const StepsInput& input, const Style& style,
                                             float width, float height);

// What every lane got from the present instruction, in the register that it writes first; empty
// where it writes none. `sentence`: at its foot.
[[nodiscard]] DrawList build_steps_values(const StepsInput& input, const std::string& sentence,
                                          const Style& style, float width, float height);

// The registers that the picture lists, first those that the present instruction writes, then those
// it reads, then the others, the latest written first. Only what the lane holds.
struct RegisterRow {
  std::uint32_t reg = 0;
  bool written = false, read = false;
};
[[nodiscard]] std::vector<RegisterRow> register_rows(const StepsInput& input);
// Rows that fit below the others' heading; for scrolling.
[[nodiscard]] std::size_t register_rows_that_fit(const StepsInput& input, const Style& style,
                                                 float height);

// Where the four pictures and the stage are in the page. A rectangle of no size: no room for it.
struct StepsLayout {
  Rect life, lanes, list, registers, stage;
};
[[nodiscard]] StepsLayout steps_layout(const Style& style, float width, float height);

}  // namespace lanescope::scene
