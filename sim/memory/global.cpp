#include "sim/memory/global.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "sim/memory/lanes.h"

namespace lanescope::memory {
namespace {

constexpr std::uint64_t sector_of(std::uint64_t address) { return address / sector_bytes; }
constexpr std::uint64_t line_of(std::uint64_t address) { return address / line_bytes; }

constexpr std::uint32_t sectors_for(std::uint32_t bytes) {
  return (bytes + sector_bytes - 1) / sector_bytes;
}

// Distinct sectors, lines and bytes: all that the cost of a load or store depends on.
struct Touched {
  std::uint32_t sectors = 0;
  std::uint32_t lines = 0;
  std::uint32_t bytes = 0;
};

// One contiguous range of bytes, [first, last].
Touched touched_by_range(std::uint64_t first, std::uint64_t last) {
  return {static_cast<std::uint32_t>(sector_of(last) - sector_of(first) + 1),
          static_cast<std::uint32_t>(line_of(last) - line_of(first) + 1),
          static_cast<std::uint32_t>(last - first + 1)};
}

// A full warp with addresses `stride` apart, in the cases where the stride alone determines the
// result: one address for all lanes, a range without gaps, or each lane in its own lines (a walk
// down a column).
std::optional<Touched> touched_by_stride(const WarpAccess& access, std::int64_t stride) {
  const std::uint64_t lowest = stride >= 0 ? access.address.front() : access.address.back();
  const std::uint64_t highest = stride >= 0 ? access.address.back() : access.address.front();
  if (highest + access.bytes - 1 < lowest || highest < lowest) {
    return std::nullopt;  // wraps around the address space
  }
  const std::uint64_t spacing = (highest - lowest) / (warp_lanes - 1);
  if (spacing <= access.bytes) return touched_by_range(lowest, highest + access.bytes - 1);
  if (spacing % line_bytes == 0) {
    Touched lane = touched_by_range(lowest, lowest + access.bytes - 1);
    // If lines are adjacent, a lane that crosses into the next line shares it with its neighbour.
    if (lane.lines == 1)
      return Touched{lane.sectors * warp_lanes, lane.lines * warp_lanes, lane.bytes * warp_lanes};
  }
  return std::nullopt;
}

// Sorts the addresses in ascending order. Most already are.
void put_in_order(LaneAddresses& lanes) {
  const auto begin = lanes.at.begin();
  const auto end = begin + lanes.count;
  if (std::is_sorted(begin, end)) return;
  std::sort(begin, end);
}

// One pass over ascending addresses; each byte, sector and line is counted when first reached.
Touched touched_in_order(const LaneAddresses& lanes, std::uint32_t bytes) {
  Touched touched;
  // One past the last byte, sector and line counted so far.
  std::uint64_t next_byte = 0;
  std::uint64_t next_sector = 0;
  std::uint64_t next_line = 0;
  for (std::uint32_t i = 0; i < lanes.count; ++i) {
    const std::uint64_t first = lanes.at[i];
    // an access does not wrap around
    const std::uint64_t last = std::max(first, first + bytes - 1);
    const std::uint64_t first_uncounted = std::max(next_byte, first);
    if (first_uncounted <= last)
      touched.bytes += static_cast<std::uint32_t>(last - first_uncounted + 1);
    next_byte = last + 1;
    const std::uint64_t sector_end = sector_of(last) + 1;
    touched.sectors +=
        static_cast<std::uint32_t>(sector_end - std::max(next_sector, sector_of(first)));
    next_sector = sector_end;
    const std::uint64_t line_end = line_of(last) + 1;
    touched.lines += static_cast<std::uint32_t>(line_end - std::max(next_line, line_of(first)));
    next_line = line_end;
  }
  return touched;
}

// Lanes that use the same word of a sector queue for it, and each of them requests the sector
// again. Words are as wide as the access, but at least 4 bytes.
std::uint32_t atomic_sectors(const LaneAddresses& lanes, std::uint32_t bytes) {
  using SectorAndWord = std::pair<std::uint64_t, std::uint64_t>;
  const std::uint32_t word_bytes = std::max(bytes, 4U);
  std::array<SectorAndWord, 2 * warp_lanes> wanted;  // a misaligned lane needs two sectors
  auto end = wanted.begin();
  for (std::uint32_t i = 0; i < lanes.count; ++i) {
    const std::uint64_t address = lanes.at[i];
    const std::uint64_t last_sector = sector_of(address + bytes - 1);
    for (std::uint64_t sector = sector_of(address); sector <= last_sector; ++sector)
      *end++ = {sector, address / word_bytes};
  }
  std::sort(wanted.begin(), end);

  std::uint32_t sectors = 0;
  for (auto at = wanted.begin(); at != end;) {
    const std::uint64_t sector = at->first;
    std::ptrdiff_t longest_queue = 0;
    while (at != end && at->first == sector) {
      const SectorAndWord word = *at;
      const auto word_end =
          std::find_if(at, end, [&](const SectorAndWord& w) { return w != word; });
      longest_queue = std::max(longest_queue, word_end - at);
      at = word_end;
    }
    sectors += static_cast<std::uint32_t>(longest_queue);
  }
  return sectors;
}

GlobalCost cost_of(const Touched& touched, std::uint32_t bytes_requested) {
  return {.sectors = touched.sectors,
          .tag_lookups = touched.lines,
          .ideal_sectors = sectors_for(touched.bytes),
          .bytes_requested = bytes_requested,
          .bytes_used = touched.bytes};
}

}  // namespace

GlobalCost global_cost(const WarpAccess& access) {
  if (access.mask == 0) return {};
  const std::uint32_t bytes_requested = lane_count(access.mask) * access.bytes;
  if (!is_atomic(access.op)) {
    if (const auto stride = constant_stride(access)) {
      if (const auto touched = touched_by_stride(access, *stride))
        return cost_of(*touched, bytes_requested);
    }
  }
  LaneAddresses lanes = participating_addresses(access);
  put_in_order(lanes);
  GlobalCost cost = cost_of(touched_in_order(lanes, access.bytes), bytes_requested);
  if (is_atomic(access.op)) {
    cost.sectors = atomic_sectors(lanes, access.bytes);
    cost.ideal_sectors = sectors_for(bytes_requested);
  }
  return cost;
}

std::vector<TouchedLine> touched_lines(const WarpAccess& access) {
  std::vector<TouchedLine> lines;
  const auto line_at = [&lines](std::uint64_t address) -> TouchedLine& {
    const auto found = std::ranges::lower_bound(lines, address, {}, &TouchedLine::address);
    if (found != lines.end() && found->address == address) return *found;
    TouchedLine line;
    line.address = address;
    return *lines.insert(found, std::move(line));
  };
  for_each_lane(access.mask, [&](int lane) {
    const std::uint64_t begin = access.address[static_cast<std::size_t>(lane)];
    const std::uint64_t end = begin + access.bytes;
    for (std::uint64_t at = begin; at < end;) {
      TouchedLine& line = line_at(at / line_bytes * line_bytes);
      // The end is not computed as an address: for the last line it would be 0.
      const std::uint64_t stop = at + std::min(end - at, line_bytes - at % line_bytes);
      line.lanes.push_back({static_cast<std::uint8_t>(lane),
                            static_cast<std::uint8_t>(at - line.address),
                            static_cast<std::uint8_t>(stop - at)});
      for (; at < stop; ++at) {
        const auto byte = static_cast<std::uint32_t>(at - line.address);
        line.sector_touched[byte / sector_bytes] = true;
        line.used_bytes[byte / sector_bytes] |= 1U << (byte % sector_bytes);
      }
    }
  });
  return lines;
}

}  // namespace lanescope::memory
