// How a copy past L1 is cut into transfers between sectors. Internal to sim/memory.
#pragma once

#include <array>
#include <cstdint>

#include "sim/memory/async_copy.h"

namespace lanescope::memory {

// What goes from one global line to one shared line. A line has 8 places of 16 bytes; two make a
// sector.
struct LinePair {
  static constexpr int places = 8;
  static constexpr std::uint8_t nothing = 0xff;

  std::uint64_t from = 0;  // address / 128
  std::uint64_t to = 0;
  // Of each place of the shared line: the place it is filled from, and by which lanes. Of lanes
  // that write to the same place the last one counts.
  std::array<std::uint8_t, places> source{nothing, nothing, nothing, nothing,
                                          nothing, nothing, nothing, nothing};
  std::array<std::uint32_t, places> lanes{};
};

struct LinePairs {
  std::array<LinePair, warp_lanes> pairs;  // the first `count` are set
  int count = 0;
};

// In order of the first lane. Precondition: copy.past_l1.
[[nodiscard]] LinePairs line_pairs(const AsyncCopy& copy);

// One sector, or half of one, on its way.
struct SectorTransfer {
  std::uint8_t from = 0;  // sector of its line, 0..3
  std::uint8_t to = 0;
  std::uint8_t kind = 0;  // only transfers of one kind share a wavefront; below transfer_kinds
  std::uint8_t first_place = 0;  // of the shared line ...
  std::uint8_t places = 0;       // ... 1 or 2
};

inline constexpr int transfer_kinds = 16;

struct SectorTransfers {
  std::array<SectorTransfer, LinePair::places> transfers;  // the first `count` are set
  int count = 0;
};

[[nodiscard]] SectorTransfers sector_transfers(const LinePair& pair);

}  // namespace lanescope::memory
