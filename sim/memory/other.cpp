#include "sim/memory/other.h"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>

#include "sim/memory/lanes.h"

namespace lanescope::memory {

std::uint32_t constant_transactions(const WarpAccess& access) {
  if (access.mask == 0) return 0;
  if (constant_stride(access) == 0) return 1;
  LaneAddresses lanes = participating_addresses(access);
  const auto end = lanes.at.begin() + lanes.count;
  const auto [lowest, highest] = std::minmax_element(lanes.at.begin(), end);
  // Mostly the lanes read one small table: a bit for each of its bytes takes less time than
  // sorting.
  std::array<std::uint64_t, 4> used{};
  if (const std::uint64_t from = *lowest; *highest - from < 64 * used.size()) {
    std::for_each(lanes.at.begin(), end, [&](std::uint64_t address) {
      used[(address - from) / 64] |= std::uint64_t{1} << ((address - from) % 64);
    });
    return std::accumulate(used.begin(), used.end(), 0U, [](std::uint32_t sum, std::uint64_t word) {
      return sum + static_cast<std::uint32_t>(std::popcount(word));
    });
  }
  std::sort(lanes.at.begin(), end);
  return static_cast<std::uint32_t>(std::unique(lanes.at.begin(), end) - lanes.at.begin());
}

GlobalCost local_cost(const WarpAccess& access) {
  if (access.mask == 0) return {};
  GlobalCost cost;
  cost.bytes_requested = lane_count(access.mask) * access.bytes;
  cost.bytes_used = cost.bytes_requested;  // no two lanes share a byte of local memory
  cost.ideal_sectors = (cost.bytes_used + sector_bytes - 1) / sector_bytes;

  // Word w of all 32 lanes fills line w: 8 lanes a sector.
  constexpr int lanes_per_sector = warp_lanes / sectors_per_line;
  constexpr std::size_t words_per_lane = 5;  // 16 bytes, misaligned
  std::array<std::uint64_t, words_per_lane * warp_lanes> sectors;
  auto end = sectors.begin();
  for_each_lane(access.mask, [&](int lane) {
    const std::uint64_t address = access.address[static_cast<std::size_t>(lane)];
    const std::uint64_t last_word = (address + access.bytes - 1) / 4;
    for (std::uint64_t word = address / 4; word <= last_word; ++word)
      *end++ = word * sectors_per_line + static_cast<std::uint64_t>(lane / lanes_per_sector);
  });
  if (!std::is_sorted(sectors.begin(), end)) std::sort(sectors.begin(), end);
  end = std::unique(sectors.begin(), end);
  cost.sectors = static_cast<std::uint32_t>(end - sectors.begin());
  for (auto at = sectors.begin(); at != end; ++at) {
    const bool new_line =
        at == sectors.begin() || *at / sectors_per_line != *(at - 1) / sectors_per_line;
    cost.tag_lookups += new_line ? 1 : 0;
  }
  return cost;
}

}  // namespace lanescope::memory
