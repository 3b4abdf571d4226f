#include "sim/memory/passes.h"

#include "sim/memory/pass_groups.h"
#include "sim/memory/request_width.h"

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

}  // namespace lanescope::memory
