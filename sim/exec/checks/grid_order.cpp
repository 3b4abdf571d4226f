#include "sim/exec/checks/grid_order.h"

#include <algorithm>

#include "sim/exec/lanes/lane_loops.h"

namespace lanescope::exec {
namespace {

// A search that has seen so many nodes gives up and says "ordered".
constexpr std::uint32_t max_searched = 20'000;

}  // namespace

GridOrder::GridOrder() : nodes_(1), searched_(1), logs_(1) {}

GridOrder::Node GridOrder::add(const NodeData& data) {
  if (is_full()) return static_cast<Node>(nodes_.size() - 1);
  nodes_.push_back(data);
  searched_.push_back(0);
  return static_cast<Node>(nodes_.size() - 1);
}

GridOrder::Node GridOrder::fenced(const Fenced& what, Node knows) {
  if (is_full()) return add({});
  fenced_.push_back(what);
  return add({knows, nothing, fenced_log, static_cast<std::uint32_t>(fenced_.size() - 1),
              nodes_[knows].reach});
}

GridOrder::Node GridOrder::together(Node a, Node b) {
  if (a == b || b == nothing) return a;
  if (a == nothing) return b;
  const NodeData& one = nodes_[a];
  const NodeData& other = nodes_[b];
  const bool both_logs = one.log != no_log && one.log != fenced_log && one.log == other.log;
  if (both_logs) return one.at >= other.at ? a : b;
  if (one.left == b || one.right == b) return a;
  if (other.left == a || other.right == a) return b;
  const std::uint32_t reach = one.reach == no_log                                 ? other.reach
                              : other.reach == no_log || other.reach == one.reach ? one.reach
                                                                                  : many_logs;
  return add({a, b, no_log, 0, reach});
}

GridOrder::Node GridOrder::read_flag(std::uint64_t word) {
  const auto flag = flags_.find(word);
  if (flag == flags_.end()) return nothing;
  Log& log = logs_[flag->second];
  const auto length = static_cast<std::uint32_t>(log.releases.size());
  if (log.all == nothing || nodes_[log.all].at != length)
    log.all = add({nothing, nothing, flag->second, length, flag->second});
  return log.all;
}

void GridOrder::write_flag(std::uint64_t word, std::uint32_t block, Node released, bool updates) {
  auto flag = flags_.find(word);
  if (flag != flags_.end() && !updates) {
    flags_.erase(flag);
    flag = flags_.end();
  }
  if (released == nothing || is_full()) return;
  if (flag == flags_.end()) {
    flag = flags_.emplace(word, static_cast<std::uint32_t>(logs_.size())).first;
    logs_.emplace_back();
  }
  Log& log = logs_[flag->second];
  const auto at = static_cast<std::uint32_t>(log.releases.size());
  log.releases.push_back(released);
  log.of_block[block].push_back(at);
  const std::uint32_t reach = nodes_[released].reach;
  if (reach != no_log && reach != flag->second) log.foreign.push_back(at);
}

GridOrder::Known GridOrder::covers(Node node, std::uint32_t block, std::uint32_t thread,
                                   std::uint32_t stamp, std::uint32_t& seen) {
  const std::uint32_t warp = thread / warp_lanes;
  covering_.assign(1, node);
  while (!covering_.empty()) {
    const Node at = covering_.back();
    covering_.pop_back();
    if (at == nothing) continue;
    if (++seen > max_searched) return Known::thread;
    const NodeData& data = nodes_[at];
    if (data.log == no_log) {
      covering_.push_back(data.left);
      covering_.push_back(data.right);
      continue;
    }
    if (data.log != fenced_log) continue;
    const Fenced& fenced = fenced_[data.at];
    if (fenced.block != block) continue;
    if (stamp < fenced.all_below || stamp < fenced.known[warp]) return Known::warp;
    if (warp != fenced.warp) continue;
    if (stamp < fenced.warp_below) return Known::warp;
    const bool is_its_own = (fenced.lanes >> (thread % warp_lanes) & 1) != 0;
    if (is_its_own && stamp < fenced.own_below)
      return fenced.lanes == all_lanes ? Known::warp : Known::thread;
  }
  return Known::no;
}

GridOrder::Known GridOrder::knows(Node node, std::uint32_t block, std::uint32_t thread,
                                  std::uint32_t stamp) {
  if (node == nothing) return Known::no;
  ++search_;
  stack_.assign(1, node);
  std::uint32_t seen = 0;
  while (!stack_.empty()) {
    const Node at = stack_.back();
    stack_.pop_back();
    if (at == nothing || searched_[at] == search_) continue;
    searched_[at] = search_;
    if (++seen > max_searched) return Known::thread;
    const NodeData& data = nodes_[at];
    stack_.push_back(data.left);
    stack_.push_back(data.right);  // the later one, as a rule: searched first
    if (data.log == no_log) continue;
    if (data.log == fenced_log) {
      if (const Known known = covers(at, block, thread, stamp, seen); known != Known::no)
        return known;
      continue;
    }
    Log& log = logs_[data.log];
    const std::uint32_t from = log.search == search_ ? log.seen : 0;
    if (data.at <= from) continue;
    log.search = search_;
    log.seen = data.at;
    if (const auto own = log.of_block.find(block); own != log.of_block.end()) {
      const std::vector<std::uint32_t>& releases = own->second;
      auto end = std::lower_bound(releases.begin(), releases.end(), data.at);
      while (end != releases.begin() && *--end >= from) {
        const Known known = covers(log.releases[*end], block, thread, stamp, seen);
        if (known != Known::no) return known;
      }
    }
    const auto first = std::lower_bound(log.foreign.begin(), log.foreign.end(), from);
    const auto last = std::lower_bound(first, log.foreign.end(), data.at);
    for (auto release = first; release != last; ++release) stack_.push_back(log.releases[*release]);
  }
  return Known::no;
}

void BlockInGrid::Known::join(const Known& other, GridOrder& grid) {
  known = grid.together(known, other.known);
  read = grid.together(read, other.read);
  released = grid.together(released, other.released);
}

void BlockInGrid::Known::learn(const Known& other, GridOrder& grid) {
  join(other, grid);
  if (known != GridOrder::nothing) known_lanes = all_lanes;
  if (read != GridOrder::nothing) read_lanes = all_lanes;
  if (released != GridOrder::nothing) released_lanes = all_lanes;
}

void BlockInGrid::start_block(std::uint32_t block) {
  block_ = block;
  if (!any_) return;
  warps_ = {};
  barriers_ = {};
  met_ = {};
  any_ = false;
}

void BlockInGrid::fence(std::uint32_t warp, std::uint32_t lanes, const BlockOrder& order) {
  any_ = true;
  Known& mine = warps_[warp];
  if ((mine.read_lanes & lanes) != 0) {
    mine.known = grid_.together(mine.known, mine.read);
    mine.known_lanes |= lanes;
    mine.read_lanes &= ~lanes;
    if (mine.read_lanes == 0) mine.read = mine.behind_barrier = GridOrder::nothing;
  }
  // What only other lanes have released stays; what these lanes have is part of the new fence.
  if ((mine.released_lanes & ~lanes) != 0) {
    mine.enter_fence(grid_);
  } else {
    mine.released = GridOrder::nothing;
  }
  GridOrder::Fenced& what = mine.fence;
  what.block = block_;
  what.warp = warp;
  what.lanes = lanes;
  what.all_below = order.phase_start();
  what.own_below = order.now();
  what.warp_below = order.lanes_synced(warp);
  what.known = order.known(warp);
  mine.fence_knew = (mine.known_lanes & lanes) != 0 ? mine.known : GridOrder::nothing;
  mine.has_fence = true;
  mine.released_lanes |= lanes;
}

void BlockInGrid::Known::enter_fence(GridOrder& grid) {
  if (has_fence) released = grid.together(released, grid.fenced(fence, fence_knew));
  has_fence = false;
}

void BlockInGrid::strong_access(std::uint32_t warp, std::uint32_t lanes, std::uint64_t word,
                                bool reads, bool writes, bool updates) {
  Known& mine = warps_[warp];
  if (reads) {
    const GridOrder::Node seen = grid_.read_flag(word);
    if (seen != GridOrder::nothing) {
      any_ = true;
      mine.read = grid_.together(mine.read, seen);
      mine.read_lanes |= lanes;
    }
  }
  if (!writes) return;
  const bool releases = (mine.released_lanes & lanes) != 0;
  if (releases) mine.enter_fence(grid_);
  grid_.write_flag(word, block_, releases ? mine.released : GridOrder::nothing, updates);
}

void BlockInGrid::arrive(std::uint32_t barrier, std::uint32_t warp) {
  if (!any_) return;
  warps_[warp].enter_fence(grid_);
  barriers_[barrier].join(warps_[warp], grid_);
}

void BlockInGrid::release(std::uint32_t barrier, std::uint32_t waiting) {
  if (!any_) return;
  const Known joined = barriers_[barrier];
  barriers_[barrier] = Known{};
  for_set_lanes(waiting, [&](int warp) {
    Known& mine = warps_[static_cast<std::size_t>(warp)];
    mine.learn(joined, grid_);
    mine.behind_barrier = mine.read;
  });
}

void BlockInGrid::meet(std::uint32_t warp) {
  if (!any_) return;
  Known& mine = warps_[warp];
  mine.enter_fence(grid_);
  met_.join(mine, grid_);
  mine.learn(met_, grid_);
}

void BlockInGrid::sync_lanes(std::uint32_t warp, std::uint32_t lanes) {
  if (!any_) return;
  Known& mine = warps_[warp];
  for (std::uint32_t* of : {&mine.known_lanes, &mine.read_lanes, &mine.released_lanes}) {
    if ((*of & lanes) != 0) *of |= lanes;
  }
}

GridOrder::Known BlockInGrid::knows(std::uint32_t warp, std::uint32_t lane, std::uint32_t block,
                                    std::uint32_t thread, std::uint32_t stamp) const {
  const Known& mine = warps_[warp];
  if ((mine.known_lanes >> lane & 1) == 0) return GridOrder::Known::no;
  const GridOrder::Known known = grid_.knows(mine.known, block, thread, stamp);
  return known == GridOrder::Known::warp && mine.known_lanes != all_lanes ? GridOrder::Known::thread
                                                                          : known;
}

}  // namespace lanescope::exec
