// The rows of 32 words that the bank view shows: all of the block's shared memory if it fits,
// otherwise the touched rows with some of their neighbours, and marks where rows are omitted.
#pragma once

#include <cstdint>
#include <vector>

namespace lanescope::picture {

struct RowSlot {
  std::uint64_t row = 0;      // word / 32; with `skipped`, the first omitted row
  std::uint64_t skipped = 0;  // number of rows omitted here; 0: a row
};

// Height of a mark, in rows.
inline constexpr float mark_rows = 0.4F;
// Height of all slots, in rows.
[[nodiscard]] float height_in_rows(const std::vector<RowSlot>& slots);

// `touched`: ascending, without duplicates. `total`: rows of the whole allocation, 0 if unknown.
// `room`: how many rows of the lowest height fit. Touched rows that don't fit are omitted, but
// `wanted` (such as the current wavefront's row) is always shown.
[[nodiscard]] std::vector<RowSlot> choose_rows(const std::vector<std::uint64_t>& touched,
                                               std::uint64_t total, float room,
                                               std::uint64_t wanted);

}  // namespace lanescope::picture
