// What a global-memory access costs: 32-byte sectors and 128-byte lines.
//
// Rules and numbers: measured on an H200, tests/data/h200_warp_accesses.csv (docs in
// tests/data/README.md).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "sim/memory/access.h"

namespace lanescope::memory {

inline constexpr std::uint32_t sector_bytes = 32;
inline constexpr std::uint32_t line_bytes = 128;
inline constexpr int sectors_per_line = 4;

struct GlobalCost {
  // 32-byte sectors asked of L1. Loads and stores: distinct ones touched. Atomics and reductions:
  // lanes that name the same word are counted again.
  std::uint32_t sectors = 0;
  // 128-byte lines looked up.
  std::uint32_t tag_lookups = 0;
  // The fewest sectors that could hold what was asked: ceil(bytes_used / 32) for loads and stores,
  // ceil(bytes_requested / 32) for atomics.
  std::uint32_t ideal_sectors = 0;
  // Participating lanes x bytes a lane.
  std::uint32_t bytes_requested = 0;
  // Distinct bytes touched: what of the moved 32 x sectors was wanted.
  std::uint32_t bytes_used = 0;

  bool operator==(const GlobalCost&) const = default;
};

// Precondition: access.space is global (or any space whose addresses are flat); mask may be 0 (all
// zero).
[[nodiscard]] GlobalCost global_cost(const WarpAccess& access);

// --- The same access in full detail, for the picture ---

// One lane's share of one line: bytes [first_byte, first_byte + byte_count) of the line.
// A lane whose access crosses a line boundary appears in both lines.
struct LaneSpan {
  std::uint8_t lane = 0;        // 0..31
  std::uint8_t first_byte = 0;  // 0..127
  std::uint8_t byte_count = 0;  // 1..16
};

struct TouchedLine {
  std::uint64_t address = 0;  // of its first byte, a multiple of 128
  std::array<bool, sectors_per_line> sector_touched{};
  // Bit b set: byte b of the line is wanted by at least one lane.
  std::array<std::uint32_t, sectors_per_line> used_bytes{};  // one 32-bit mask a sector
  std::vector<LaneSpan> lanes;                               // ascending by lane
};

// Lines in ascending order of address.
[[nodiscard]] std::vector<TouchedLine> touched_lines(const WarpAccess& access);

}  // namespace lanescope::memory
