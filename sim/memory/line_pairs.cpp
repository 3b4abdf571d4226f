#include "sim/memory/line_pairs.h"

#include "sim/memory/lanes.h"

namespace lanescope::memory {
namespace {

constexpr std::uint64_t place_bytes = line_bytes / LinePair::places;

std::uint8_t place_of(std::uint64_t address) {
  return static_cast<std::uint8_t>(address % line_bytes / place_bytes);
}

LinePair& pair_of(LinePairs& found, std::uint64_t from, std::uint64_t to) {
  // Search backwards: neighbouring lanes usually use the same pair.
  for (int i = found.count; i-- > 0;) {
    LinePair& pair = found.pairs[static_cast<std::size_t>(i)];
    if (pair.from == from && pair.to == to) return pair;
  }
  LinePair& pair = found.pairs[static_cast<std::size_t>(found.count++)];
  pair.from = from;
  pair.to = to;
  return pair;
}

}  // namespace

LinePairs line_pairs(const AsyncCopy& copy) {
  LinePairs found;
  for_each_lane(copy.from.mask & copy.to.mask, [&](int lane) {
    const std::uint64_t from = copy.from.address[static_cast<std::size_t>(lane)];
    const std::uint64_t to = copy.to.address[static_cast<std::size_t>(lane)];
    LinePair& pair = pair_of(found, from / line_bytes, to / line_bytes);
    pair.source[place_of(to)] = place_of(from);
    pair.lanes[place_of(to)] |= 1U << lane;
  });
  return found;
}

SectorTransfers sector_transfers(const LinePair& pair) {
  SectorTransfers found;
  // `halves` of the destination sector: 1 the lower, 2 the upper.
  const auto add = [&](std::uint8_t first_place, std::uint8_t halves) {
    const std::uint8_t source = pair.source[first_place];
    SectorTransfer transfer;
    transfer.from = source / 2;
    transfer.to = first_place / 2;
    const int changes_halves = (source ^ first_place) & 1;
    const int changes_parity = (transfer.from ^ transfer.to) & 1;
    transfer.kind = static_cast<std::uint8_t>(4 * halves + 2 * changes_halves + changes_parity);
    transfer.first_place = first_place;
    transfer.places = halves == 3 ? 2 : 1;
    found.transfers[static_cast<std::size_t>(found.count++)] = transfer;
  };
  for (std::uint8_t low = 0; low < LinePair::places; low += 2) {
    const std::uint8_t high = low + 1;
    const std::uint8_t to_low = pair.source[low];
    const std::uint8_t to_high = pair.source[high];
    // Both halves come from one sector, in order or swapped: one transfer moves both.
    if (to_low != LinePair::nothing && (to_low ^ to_high) == 1) {
      add(low, 3);
      continue;
    }
    if (to_low != LinePair::nothing) add(low, 1);
    if (to_high != LinePair::nothing) add(high, 2);
  }
  return found;
}

}  // namespace lanescope::memory
