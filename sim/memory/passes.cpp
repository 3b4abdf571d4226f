#include "sim/memory/passes.h"

#include "sim/memory/lanes.h"
#include "sim/memory/vectorised.h"

namespace lanescope::memory {

int lanes_per_pass(const WarpAccess& access, const MemoryRules& machine) {
  if (access.space == Space::shared) {
    return machine.shared == SharedRule::measured ? lanes_per_group(access)
                                                  : lanes_per_request(access, machine.shared);
  }
  return access.space == Space::global && !is_atomic(access.op)
             ? lanes_per_request(access, machine.global)
             : warp_lanes;
}

bool lanes_go_in_pairs(const WarpAccess& access, const MemoryRules& machine) {
  return access.space == Space::shared && machine.shared == SharedRule::measured &&
         access.bytes > 4 && lanes_pair(access);
}

namespace {

// True if, for every participating lane, the lane `distance` away (by exclusive or) does not take
// part or has the same address. Without branches, so that the loop is vectorised.
template <std::size_t distance>
LANESCOPE_VECTORISED bool pairs_at(const std::uint64_t* address, std::uint32_t mask) {
  std::uint64_t differ = 0;
  for (std::size_t first = 0; first < warp_lanes; first += 2 * distance) {
    for (std::size_t lane = first; lane < first + distance; ++lane) {
      const std::uint32_t both = mask >> lane & mask >> (lane + distance) & 1U;
      differ |= (address[lane] ^ address[lane + distance]) & (0 - std::uint64_t{both});
    }
  }
  return differ == 0;
}

}  // namespace

bool lanes_pair(const WarpAccess& access) {
  return access.op == Op::load && (pairs_at<1>(access.address.data(), access.mask) ||
                                   pairs_at<2>(access.address.data(), access.mask));
}

int lanes_per_group(const WarpAccess& access) {
  if (is_atomic(access.op) || access.bytes <= 4) return warp_lanes;
  const int unpaired = access.bytes == 8 ? 16 : 8;
  return lanes_pair(access) ? 2 * unpaired : unpaired;
}

PassGroups pass_groups(const WarpAccess& access) {
  PassGroups groups;
  for_each_part(access.mask, lanes_per_group(access), [&](std::uint32_t lanes) {
    if (lanes != 0) groups.lanes[static_cast<std::size_t>(groups.count++)] = lanes;
  });
  return groups;
}

}  // namespace lanescope::memory
