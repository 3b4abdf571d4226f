// Helpers of the cost functions, about the lanes of one access. Internal to sim/memory.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <optional>

#include "sim/memory/access.h"
#include "sim/memory/memory_rules.h"
#include "sim/memory/shared.h"

namespace lanescope::memory {

inline constexpr std::uint32_t full_mask = 0xffff'ffffU;

[[nodiscard]] inline std::uint32_t lane_count(std::uint32_t mask) {
  if (mask == full_mask) return warp_lanes;  // the common one, without a call of the library
  return static_cast<std::uint32_t>(std::popcount(mask));
}

// Calls visit(lane) for every lane of the mask, in ascending order.
template <typename Visit>
void for_each_lane(std::uint32_t mask, Visit&& visit) {
  if (mask == full_mask) {  // the common one, without looking for the next bit
    for (int lane = 0; lane < warp_lanes; ++lane) visit(lane);
    return;
  }
  for (; mask != 0; mask &= mask - 1) visit(std::countr_zero(mask));
}

// Calls visit(part of the mask) for every `width` neighbouring lanes, in ascending order.
template <typename Visit>
void for_each_part(std::uint32_t mask, int width, Visit&& visit) {
  const std::uint32_t first = full_mask >> (warp_lanes - width);
  for (int lane = 0; lane < warp_lanes; lane += width) visit(mask & (first << lane));
}

// Calls visit(word) for every word of shared memory with a byte in [address, address + bytes).
template <typename Visit>
void for_each_word(std::uint64_t address, std::uint32_t bytes, Visit&& visit) {
  const std::uint64_t first = address / bank_bytes;
  // At the end of the address space it does not go round.
  const std::uint64_t last = std::max((address + bytes - 1) / bank_bytes, first);
  for (std::uint64_t word = first; word <= last; ++word) visit(word);
}

// Calls visit(lane, word) for every word of every lane of the mask, lanes in ascending order.
template <typename Visit>
void for_each_word(const WarpAccess& access, std::uint32_t mask, Visit&& visit) {
  for_each_lane(mask, [&](int lane) {
    for_each_word(access.address[static_cast<std::size_t>(lane)], access.bytes,
                  [&](std::uint64_t word) { visit(lane, word); });
  });
}

// The distance in bytes from each lane's address to the next, if all 32 lanes take part and the
// distance is constant. Most accesses are of this kind, and their cost can be computed without
// looking at single lanes.
[[nodiscard]] inline std::optional<std::int64_t> constant_stride(const WarpAccess& access) {
  if (access.mask != full_mask) return std::nullopt;
  const std::uint64_t stride = access.address[1] - access.address[0];
  std::uint64_t differences = 0;  // no early exit: a loop without branches is vectorised
  for (std::size_t lane = 2; lane < warp_lanes; ++lane)
    differences |= (access.address[lane] - access.address[lane - 1]) ^ stride;
  if (differences != 0) return std::nullopt;
  return static_cast<std::int64_t>(stride);
}

// The addresses of the participating lanes without gaps, in lane order.
struct LaneAddresses {
  std::array<std::uint64_t, warp_lanes> at;  // the first `count` are set
  std::uint32_t count = 0;
};

[[nodiscard]] inline LaneAddresses participating_addresses(const WarpAccess& access) {
  LaneAddresses found;
  for_each_lane(access.mask, [&](int lane) {
    found.at[found.count++] = access.address[static_cast<std::size_t>(lane)];
  });
  return found;
}

inline constexpr int half_warp = warp_lanes / 2;

// Not for SharedRule::measured, whose groups are in passes.h.
[[nodiscard]] int lanes_per_request(const WarpAccess& access, SharedRule rule);
[[nodiscard]] int lanes_per_request(const WarpAccess& access, GlobalRule rule);

}  // namespace lanescope::memory
