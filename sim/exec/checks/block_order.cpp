#include "sim/exec/checks/block_order.h"

#include <algorithm>

#include "sim/exec/lanes/lane_loops.h"

namespace lanescope::exec {
namespace {

template <class Clock>
void join(Clock& clock, const Clock& other) {
  for (std::size_t w = 0; w < clock.size(); ++w) clock[w] = std::max(clock[w], other[w]);
}

}  // namespace

bool BlockOrder::start_block() {
  const bool anew = now_ > 0x8000'0000U;  // leaves enough stamps for one block
  if (anew) *this = BlockOrder();
  for (Barrier& barrier : barriers_) barrier = Barrier{};
  if (has_fences_) {
    flags_.clear();
    releases_ = {};
    learned_ = {};
    has_fences_ = false;
  }
  phase_start_ = last_sync_ = ++now_;
  return anew;
}

void BlockOrder::arrive(std::uint32_t barrier, std::uint32_t warp, bool waits) {
  Barrier& b = barriers_[barrier];
  join(b.joined, known_[warp]);
  b.joined[warp] = last_sync_ = ++now_;
  b.some_only_arrived = b.some_only_arrived || !waits;
}

void BlockOrder::release(std::uint32_t barrier, std::uint32_t waiting, bool whole_block) {
  Barrier& b = barriers_[barrier];
  if (whole_block && !b.some_only_arrived) {
    phase_start_ = last_sync_ = ++now_;
  } else {
    for_lanes(waiting, [&](int warp) { join(known_[static_cast<std::size_t>(warp)], b.joined); });
  }
  b = Barrier{};
}

void BlockOrder::sync_lanes(std::uint32_t warp, std::uint32_t lanes, bool all) {
  last_sync_ = ++now_;
  if (all) {
    all_lanes_synced_[warp] = now_;
    return;
  }
  if (lanes_known_.empty()) lanes_known_.resize(max_warps);
  LaneClocks& clocks = lanes_known_[warp];
  std::array<std::uint32_t, warp_lanes> joined{};
  for_lanes(lanes, [&](int lane) {
    const auto& known = clocks[static_cast<std::size_t>(lane)];
    for (std::size_t l = 0; l < warp_lanes; ++l) joined[l] = std::max(joined[l], known[l]);
  });
  for_lanes(lanes, [&](int lane) { joined[static_cast<std::size_t>(lane)] = now_; });
  for_lanes(lanes, [&](int lane) { clocks[static_cast<std::size_t>(lane)] = joined; });
}

void BlockOrder::fence(std::uint32_t warp) {
  has_fences_ = true;
  join(known_[warp], learned_[warp]);
  releases_[warp] = known_[warp];
  releases_[warp][warp] = last_sync_ = ++now_;
}

void BlockOrder::strong_access(std::uint32_t warp, std::uint64_t word, bool reads, bool writes) {
  if (reads) {
    if (const auto flag = flags_.find(word); flag != flags_.end())
      join(learned_[warp], flag->second);
  }
  if (writes && releases_[warp][warp] != 0) join(flags_[word], releases_[warp]);
}

bool BlockOrder::ordered(std::uint32_t stamp, std::uint32_t first, std::uint32_t second) const {
  if (first == second || stamp < phase_start_) return true;
  const std::uint32_t first_warp = first / warp_lanes;
  const std::uint32_t second_warp = second / warp_lanes;
  if (stamp < known_[second_warp][first_warp]) return true;
  if (first_warp != second_warp) return false;
  if (stamp < all_lanes_synced_[first_warp]) return true;
  return !lanes_known_.empty() &&
         stamp < lanes_known_[first_warp][second % warp_lanes][first % warp_lanes];
}

}  // namespace lanescope::exec
