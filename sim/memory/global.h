// The cost of a global-memory access: 32-byte sectors and 128-byte lines.
//
// Rules and numbers: measured on an H200, tests/data/h200_warp_accesses.csv (documented in
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
  // 32-byte sectors requested from L1. Loads and stores: distinct sectors. Atomics and reductions:
  // lanes that use the same word are counted again.
  std::uint32_t sectors = 0;
  // 128-byte lines looked up.
  std::uint32_t tag_lookups = 0;
  // The fewest sectors that could hold the requested bytes: ceil(bytes_used / 32) for loads and
  // stores, ceil(bytes_requested / 32) for atomics.
  std::uint32_t ideal_sectors = 0;
  // Participating lanes x bytes per lane.
  std::uint32_t bytes_requested = 0;
  // Distinct bytes used, out of the 32 x sectors moved.
  std::uint32_t bytes_used = 0;

  bool operator==(const GlobalCost&) const = default;
};

// Precondition: access.space is global or another space with flat addresses. If mask is 0, all
// costs are 0.
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
  std::uint64_t address = 0;  // address of the line's first byte, a multiple of 128
  std::array<bool, sectors_per_line> sector_touched{};
  // Bit b set: at least one lane uses byte b of the line.
  std::array<std::uint32_t, sectors_per_line> used_bytes{};  // one 32-bit mask per sector
  std::vector<LaneSpan> lanes;                               // ascending by lane
};

// Lines in ascending order of address.
[[nodiscard]] std::vector<TouchedLine> touched_lines(const WarpAccess& access);

}  // namespace lanescope::memory
