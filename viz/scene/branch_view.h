// The stage while divergence is looked at: one line of the kernel's text, and who of the warp takes
// part in it.
//
// A line with a branch: for each of the warp's executions the lanes that came and the side that
// each took. Few executions are told in full, as the warp walks them: the test, one side, the
// other, together again. Many are a row each, so that a loop shows how its lanes leave. A line
// without one: how many lanes take part on average, over the whole launch.
//
// HitArea kind lane, index 0..31: the lane's own story; rows have tooltips only.
#pragma once

#include <optional>
#include <string>

#include "sim/report/report.h"
#include "viz/scene/draw_list.h"
#include "viz/scene/style.h"

namespace lanescope::scene {

struct BranchInput {
  const report::Report* report = nullptr;    // must be set
  const report::WarpTrace* trace = nullptr;  // of the chosen warp; nullptr: its block did not run
  int line = 0;                              // from 1; 0: none is chosen
  std::string source_text;                   // of that line; surrounding blanks are dropped
  std::optional<int> lane;                   // to bring out
};

[[nodiscard]] DrawList build_branch_view(const BranchInput& input, const Style& style, float width,
                                         float height);

}  // namespace lanescope::scene
