#include "sim/memory/async_copy.h"

#include <algorithm>

#include "sim/memory/lanes.h"
#include "sim/memory/line_pairs.h"
#include "sim/memory/pass_groups.h"

namespace lanescope::memory {
namespace {

// --- .ca: lane by lane, through L1 ---

// Position of an access within 128 bytes, in units of the access width. Aligned lanes share a bank
// exactly if their positions are equal.
std::size_t turn_of(const WarpAccess& access, int lane) {
  return access.address[static_cast<std::size_t>(lane)] % line_bytes / access.bytes;
}

std::uint32_t group_cost(const AsyncCopy& copy, std::uint32_t group) {
  std::array<std::uint32_t, banks> read_there{};  // lanes that read from each bank
  std::array<std::uint32_t, banks> written_there{};
  const std::uint32_t readers = group & copy.from.mask;
  for_each_lane(readers, [&](int lane) { read_there[turn_of(copy.from, lane)] |= 1U << lane; });
  for_each_lane(group, [&](int lane) { written_there[turn_of(copy.to, lane)] |= 1U << lane; });
  std::uint32_t most = 0;
  for_each_lane(group, [&](int lane) {
    std::uint32_t others = written_there[turn_of(copy.to, lane)];
    if (((readers >> lane) & 1U) != 0) others |= read_there[turn_of(copy.from, lane)];
    most = std::max(most, lane_count(others));
  });
  return most;
}

SharedCost written_through_l1(const AsyncCopy& copy) {
  SharedCost cost;
  const PassGroups groups = pass_groups(copy.to);
  for (std::size_t g = 0; g < static_cast<std::size_t>(groups.count); ++g) {
    const std::uint32_t wavefronts = group_cost(copy, groups.lanes[g]);
    cost.wavefronts += wavefronts;
    cost.worst_ways = std::max(cost.worst_ways, wavefronts);
  }
  cost.ideal_wavefronts = static_cast<std::uint32_t>(groups.count);
  return cost;
}

// --- .cg: sector by sector, past L1 ---

// The wavefronts that one pair of lines needs. Transfers of one kind take turns if they leave or
// enter the same sector. The minimum equals the largest number of transfers at one sector, because
// a bipartite graph needs no more edge colours than its largest degree.
std::uint32_t wavefronts_between(const LinePair& pair) {
  struct Met {
    std::array<std::uint8_t, sectors_per_line> leaving{};
    std::array<std::uint8_t, sectors_per_line> entering{};
    std::uint8_t most = 0;
  };
  std::array<Met, transfer_kinds> kinds{};
  std::uint32_t wavefronts = 0;
  const SectorTransfers found = sector_transfers(pair);
  for (std::size_t i = 0; i < static_cast<std::size_t>(found.count); ++i) {
    const SectorTransfer& transfer = found.transfers[i];
    Met& met = kinds[transfer.kind];
    const std::uint8_t here = std::max(++met.leaving[transfer.from], ++met.entering[transfer.to]);
    if (here <= met.most) continue;
    met.most = here;
    ++wavefronts;
  }
  return wavefronts;
}

SharedCost written_past_l1(const AsyncCopy& copy, const LinePairs& found) {
  SharedCost cost;
  if (copy.fills_zeros) cost = shared_cost(copy.to);
  std::uint32_t places = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(found.count); ++i) {
    const std::uint32_t wavefronts = wavefronts_between(found.pairs[i]);
    cost.wavefronts += wavefronts;
    cost.worst_ways = std::max(cost.worst_ways, wavefronts);
    places += static_cast<std::uint32_t>(
        LinePair::places - std::ranges::count(found.pairs[i].source, LinePair::nothing));
  }
  cost.ideal_wavefronts += (places + LinePair::places - 1) / LinePair::places;
  return cost;
}

// Distinct pairs of a global line and a sector of shared memory.
std::uint32_t sectors_filled(const LinePairs& found) {
  std::uint32_t sectors = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(found.count); ++i) {
    const LinePair& pair = found.pairs[i];
    for (std::size_t place = 0; place < LinePair::places; place += 2) {
      sectors += (pair.lanes[place] | pair.lanes[place + 1]) != 0 ? 1 : 0;
    }
  }
  return sectors;
}

// --- .ca and .cg ---

// Distinct bytes read, for copies in which some lane reads only a part of its bytes.
std::uint32_t bytes_used(const AsyncCopy& copy) {
  struct Range {
    std::uint64_t first, end;
  };
  std::array<Range, warp_lanes> ranges;
  std::size_t count = 0;
  for_each_lane(copy.from.mask, [&](int lane) {
    const auto l = static_cast<std::size_t>(lane);
    ranges[count++] = {copy.from.address[l], copy.from.address[l] + copy.bytes_read[l]};
  });
  std::sort(ranges.begin(), ranges.begin() + static_cast<std::ptrdiff_t>(count),
            [](const Range& a, const Range& b) { return a.first < b.first; });
  std::uint64_t used = 0;
  std::uint64_t next = 0;  // one past the last byte already counted
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t first = std::max(ranges[i].first, next);
    if (ranges[i].end <= first) continue;
    used += ranges[i].end - first;
    next = ranges[i].end;
  }
  return static_cast<std::uint32_t>(used);
}

GlobalCost read_cost(const AsyncCopy& copy) {
  GlobalCost cost = global_cost(copy.from);
  std::uint32_t requested = 0;
  for_each_lane(copy.from.mask,
                [&](int lane) { requested += copy.bytes_read[static_cast<std::size_t>(lane)]; });
  if (requested == cost.bytes_requested) return cost;
  cost.bytes_requested = requested;
  cost.bytes_used = bytes_used(copy);
  cost.ideal_sectors = (cost.bytes_used + sector_bytes - 1) / sector_bytes;
  return cost;
}

}  // namespace

AsyncCopyCost async_copy_cost(const AsyncCopy& copy) {
  AsyncCopyCost cost;
  cost.read = read_cost(copy);
  if (copy.bypasses_l1) {
    const LinePairs found = line_pairs(copy);
    cost.read.tag_lookups = static_cast<std::uint32_t>(found.count);
    cost.read.sectors = sectors_filled(found);
    cost.written = written_past_l1(copy, found);
  } else {
    cost.written = written_through_l1(copy);
  }
  cost.written.conflicts = cost.written.wavefronts - cost.written.ideal_wavefronts;
  cost.written.bytes_requested = lane_count(copy.to.mask) * copy.to.bytes;
  return cost;
}

}  // namespace lanescope::memory
