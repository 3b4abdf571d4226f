// The tree of launches: the host's on the left, what kernels launched to the right of it, one
// column for each depth, with the number of its launches above it. Launches alike are one box.
// Columns that do not fit continue below. The foot tells of the chosen box.
//
// HitKind::launch: a box, by its number; its tooltip says all of it.
#pragma once

#include <cstddef>
#include <string>

#include "sim/report/report.h"
#include "viz/picture/core/draw_list.h"
#include "viz/picture/core/style.h"

namespace lanescope::picture {

// Boxes have numbers: 0 is the host's launch, n is Report::launch_tree[n - 1].
[[nodiscard]] std::size_t number_of_boxes(const report::Report& report);

// The box to which a key leads. `across`: 1 the first one launched by `box`, -1 its parent.
// Otherwise `down`: 1 the next, -1 the previous one of the same depth. `box` itself if there is
// none.
[[nodiscard]] std::size_t box_beside(const report::Report& report, std::size_t box, int across,
                                     int down);

// Requires chosen < number_of_boxes().
[[nodiscard]] DrawList build_launches(const report::Report& report, std::size_t chosen,
                                      const Style& style, float width, float height);

// "<<<(4, 2), 32>>>", without a dimension's trailing ones.
[[nodiscard]] std::string launch_text(const report::Dim3& grid, const report::Dim3& block);

}  // namespace lanescope::picture
