// Divides a copy that bypasses L1 into transfers between sectors. Internal to sim/memory.
#pragma once

#include <array>
#include <cstdint>

#include "sim/memory/async_copy.h"

namespace lanescope::memory {

// The part of a copy from one global line to one shared line. A line has 8 places of 16 bytes; two
// places form a sector.
struct LinePair {
  static constexpr int places = 8;
  static constexpr std::uint8_t nothing = 0xff;

  std::uint64_t from = 0;  // address / 128
  std::uint64_t to = 0;
  // For each place of the shared line: its source place and the lanes that fill it. If several
  // lanes write to one place, the last one counts.
  std::array<std::uint8_t, places> source{nothing, nothing, nothing, nothing,
                                          nothing, nothing, nothing, nothing};
  std::array<std::uint32_t, places> lanes{};
};

struct LinePairs {
  std::array<LinePair, warp_lanes> pairs;  // the first `count` are set
  int count = 0;
};

// In the order of the first lane. Precondition: copy.bypasses_l1.
[[nodiscard]] LinePairs line_pairs(const AsyncCopy& copy);

// The transfer of one sector, or of half a sector.
struct SectorTransfer {
  std::uint8_t from = 0;  // sector of its line, 0..3
  std::uint8_t to = 0;
  std::uint8_t kind = 0;         // less than transfer_kinds; only equal kinds share a wavefront
  std::uint8_t first_place = 0;  // first destination place in the shared line ...
  std::uint8_t places = 0;       // ... and number of places, 1 or 2
};

inline constexpr int transfer_kinds = 16;

struct SectorTransfers {
  std::array<SectorTransfer, LinePair::places> transfers;  // the first `count` are set
  int count = 0;
};

[[nodiscard]] SectorTransfers sector_transfers(const LinePair& pair);

}  // namespace lanescope::memory
