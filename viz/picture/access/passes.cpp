#include "viz/picture/access/passes.h"

#include <algorithm>
#include <bit>

namespace lanescope::picture {

std::array<LaneState, memory::warp_lanes> Passes::lane_states(std::uint32_t lanes,
                                                              std::optional<std::size_t> at) const {
  std::array<LaneState, memory::warp_lanes> lane_states{};
  const auto set = [&lane_states](std::uint32_t mask, LaneState lane_state) {
    for (std::size_t lane = 0; lane < lane_states.size(); ++lane) {
      if (((mask >> lane) & 1U) != 0) lane_states[lane] = lane_state;
    }
  };
  if (!at || positions.empty()) {
    set(lanes, LaneState::served);
    return lane_states;
  }
  const std::size_t now = clamped(*at);
  set(lanes, LaneState::done);
  // From the last position backwards, so that earlier positions win.
  for (std::size_t next = positions.size(); next-- > now;) {
    set(positions[next].served & lanes, next == now ? LaneState::served
                                        : positions[next].group == positions[now].group
                                            ? LaneState::waiting
                                            : LaneState::later);
  }
  return lane_states;
}

Passes passes_of(const memory::SharedSchedule& schedule) {
  Passes passes;
  for (const memory::PassGroup& group : schedule.groups) {
    const std::size_t first =
        passes.groups.empty() ? 0 : passes.groups.back().first + passes.groups.back().positions;
    passes.groups.push_back({group.lanes, first, group.cost});
  }
  for (const memory::Wavefront& wavefront : schedule.wavefronts) {
    PassPosition position;
    position.group = wavefront.group;
    position.in_group = passes.positions.size() - passes.groups[position.group].first;
    std::uint32_t banks = 0;
    for (const memory::ServedWord& word : wavefront.served) {
      position.served |= word.lanes;
      banks |= 1U << word.bank;
    }
    position.busy = static_cast<std::uint32_t>(std::popcount(banks));
    passes.positions.push_back(position);
  }
  return passes;
}

Passes passes_of(const std::vector<memory::Transaction>& transactions) {
  Passes passes;
  for (std::size_t at = 0; at < transactions.size(); ++at) {
    const memory::Transaction& one = transactions[at];
    if (at == 0 || one.request != transactions[at - 1].request) {
      passes.groups.push_back({0, at, 0});
    }
    Passes::Group& group = passes.groups.back();
    group.lanes |= one.lanes;
    passes.positions.push_back(
        {passes.groups.size() - 1, group.positions, one.lanes, 0, one.bytes});
    ++group.positions;
  }
  return passes;
}

std::vector<PassSpan> spans_of(const Passes& passes) {
  std::vector<PassSpan> spans;
  std::vector<std::uint32_t> lanes;  // mask of each span
  for (std::size_t at = 0; at < passes.groups.size(); ++at) {
    const std::uint32_t mask = passes.groups[at].lanes;
    if (mask == 0) return {};
    if (const auto same = std::ranges::find(lanes, mask); same != lanes.end()) {
      spans[static_cast<std::size_t>(same - lanes.begin())].groups.push_back(at);
      continue;
    }
    lanes.push_back(mask);
    spans.push_back({std::countr_zero(mask), 31 - std::countl_zero(mask), {at}});
  }
  std::ranges::sort(spans, {}, &PassSpan::first);
  for (std::size_t i = 1; i < spans.size(); ++i) {
    if (spans[i].first <= spans[i - 1].last) return {};
  }
  return spans;
}

}  // namespace lanescope::picture
