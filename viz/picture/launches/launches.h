// The tree of launches: the host's on the left, what kernels launched to the right of it, one
// column for each depth. Launches alike are one box. Columns that do not fit continue below.
//
// All HitAreas have the kind `none`; their tooltips say all of a box.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "viz/picture/core/draw_list.h"
#include "viz/picture/core/style.h"

namespace lanescope::picture {

struct LaunchBox {
  enum class By : std::uint8_t { host, thread, block, grid };
  std::optional<std::size_t> parent;  // index into LaunchesInput::boxes, smaller than its own
  std::string kernel;
  std::array<std::uint32_t, 3> grid{1, 1, 1}, block{1, 1, 1};
  By by = By::host;
  bool is_tail = false;
  std::string line;  // of the launch; empty: the host's
  std::uint64_t launches = 1;
  std::uint64_t blocks = 0;  // that ran, in all launches
  std::uint64_t warp_instructions = 0;
};

struct LaunchesInput {
  std::vector<LaunchBox> boxes;  // [0]: the host's launch, the only one without a parent
  std::uint64_t left_out = 0;    // launches in no box
};

[[nodiscard]] DrawList build_launches(const LaunchesInput& input, const Style& style, float width,
                                      float height);

// "<<<(4, 2), 32>>>", without a dimension's trailing ones.
[[nodiscard]] std::string launch_text(const std::array<std::uint32_t, 3>& grid,
                                      const std::array<std::uint32_t, 3>& block);

}  // namespace lanescope::picture
