// The stage while the user looks at divergence: one line of the kernel's source, and which lanes of
// the warp execute it.
//
// A line with a branch: for each of the warp's executions, the lanes that came and the side each
// took. A few executions are shown in full, in the warp's order: the test, one side, the other
// side, together again. Many executions get one row each, so that a loop shows how its lanes leave.
// A line without a branch: the average number of active lanes over the whole launch.
//
// HitArea kind lane, index 0..31: what that lane did. Rows only have tooltips.
#pragma once

#include <optional>
#include <string>

#include "sim/report/report.h"
#include "viz/picture/core/canvas.h"
#include "viz/picture/core/draw_list.h"
#include "viz/picture/core/style.h"

namespace lanescope::picture {

struct BranchInput {
  const report::Report* report = nullptr;    // must be set
  const report::WarpTrace* trace = nullptr;  // of the selected warp; nullptr: its block did not run
  int line = 0;                              // from 1; 0: none is selected
  std::string source_text;                   // text of that line; surrounding blanks are dropped
  std::optional<int> lane;                   // to highlight
  std::string file{};                        // of the line, see report::file_of
};

[[nodiscard]] DrawList build_branch_view(const BranchInput& input, const Style& style, float width,
                                         float height);

// The sign of a divergent branch: a path that splits. `x`, `y`: the middle, pixels.
void draw_fork(Canvas& canvas, float x, float y, float height, const Color& color);

}  // namespace lanescope::picture
