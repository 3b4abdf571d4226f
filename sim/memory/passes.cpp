#include "sim/memory/passes.h"

#include "sim/memory/lanes.h"

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
// part or has the same address.
bool pairs_at(const WarpAccess& access, unsigned distance) {
  for (unsigned lane = 0; lane < warp_lanes; ++lane) {
    const unsigned partner = lane ^ distance;
    const bool both = ((access.mask >> lane) & (access.mask >> partner) & 1U) != 0;
    if (both && access.address[lane] != access.address[partner]) return false;
  }
  return true;
}

}  // namespace

bool lanes_pair(const WarpAccess& access) {
  return access.op == Op::load && (pairs_at(access, 1) || pairs_at(access, 2));
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
