// Which rows of 32 words the bank view shows: all of the block's shared memory where it fits,
// otherwise those touched with some of their surroundings, and marks where rows were left out.
#pragma once

#include <cstdint>
#include <vector>

namespace lanescope::scene {

struct RowSlot {
  std::uint64_t row = 0;      // word / 32; of the first row left out when `skipped` is not 0
  std::uint64_t skipped = 0;  // rows left out here
};

// Height of a mark, in rows.
inline constexpr float mark_rows = 0.4F;
// Height of all slots, in rows.
[[nodiscard]] float height_in_rows(const std::vector<RowSlot>& slots);

// `touched`: ascending, each once. `total`: rows of the whole allocation, 0 when not known.
// `room`: how many rows fit at their least height. Touched rows beyond the room are left out,
// except that `wanted` (a row to be seen, such as the current wavefront's) is kept in view.
[[nodiscard]] std::vector<RowSlot> choose_rows(const std::vector<std::uint64_t>& touched,
                                               std::uint64_t total, float room,
                                               std::uint64_t wanted);

}  // namespace lanescope::scene
