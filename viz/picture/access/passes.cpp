#include "viz/picture/access/passes.h"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "sim/memory/passes.h"
#include "viz/picture/access/bank_text.h"
#include "viz/picture/access/global_transactions.h"
#include "viz/picture/core/frame.h"

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
    if (at == 0 || one.request != transactions[at - 1].request) passes.groups.push_back({0, at, 0});
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

namespace {

const char* operations(memory::Op op) {
  switch (op) {
    case memory::Op::load:
      return "pass.loads";
    case memory::Op::store:
      return "pass.stores";
    case memory::Op::atomic:
    case memory::Op::reduction:
      break;
  }
  return "pass.atomics";
}

std::string positions_text(std::size_t positions, bool is_shared, const text::Texts& texts) {
  return texts.count(is_shared ? "stage.wavefronts" : "pass.transactions", positions);
}

}  // namespace

Passes passes_of(const StageInput& input) {
  if (input.access.space == memory::Space::shared)
    return passes_of(schedule_of(input.access, input.copy.get(), machine_of(input)));
  return input.access.space == memory::Space::global ? passes_of(transactions_of(input)) : Passes{};
}

std::string pass_reason(const StageInput& input, const text::Texts& texts) {
  const memory::WarpAccess& access = input.access;
  if (input.copy != nullptr) {
    return texts.get(input.copy->bypasses_l1 ? "pass.copy_past_l1" : "pass.copy",
                     fmt::arg("bytes", access.bytes));
  }
  const memory::MemoryRules machine = machine_of(input);
  const int lanes = memory::lanes_per_pass(access, machine);
  const bool cuts = access.space == memory::Space::shared &&
                    machine.shared == memory::SharedRule::half_warps && access.bytes > 4;
  const bool pairs = memory::lanes_go_in_pairs(access, machine);
  const char* key = cuts                   ? "pass.reason_cut"
                    : pairs && lanes == 32 ? "pass.reason_pairs_32"
                    : pairs                ? "pass.reason_pairs_16"
                    : lanes == 32          ? "pass.reason_32"
                    : lanes == 16          ? "pass.reason_16"
                                           : "pass.reason_8";
  return texts.get(key, fmt::arg("bytes", access.bytes),
                   fmt::arg("ops", texts.get(operations(access.op))));
}

std::vector<std::string> span_labels(const Passes& passes, const PassSpan& span, bool is_shared,
                                     const text::Texts& texts) {
  std::string number;  // "8"; "16 + 16" if several groups have these lanes
  std::size_t all = 0;
  for (const std::size_t group : span.groups) {
    number += (number.empty() ? "" : " + ") + std::to_string(passes.groups[group].positions);
    all += passes.groups[group].positions;
  }
  const std::string positions =
      span.groups.size() == 1
          ? positions_text(all, is_shared, texts)
          : texts.get(is_shared ? "stage.wavefronts" : "pass.transactions", fmt::arg("n", number));
  const std::string lanes = lane_list(passes.groups[span.groups.front()].lanes, texts);
  return {texts.get("pass.span", fmt::arg("lanes", lanes), fmt::arg("steps", positions)), positions,
          number};
}

std::string group_tooltip(const Passes& passes, std::size_t group, bool is_shared,
                          const text::Texts& texts) {
  const Passes::Group& one = passes.groups[group];
  return texts.get(one.positions == 1 ? "pass.group_free" : "pass.group", fmt::arg("g", group + 1),
                   fmt::arg("groups", passes.groups.size()),
                   fmt::arg("lanes", lane_list(one.lanes, texts)),
                   fmt::arg("steps", positions_text(one.positions, is_shared, texts)));
}

std::string position_sentence(const StageInput& input, const Passes& passes, std::size_t at,
                              const text::Texts& texts) {
  const bool is_shared = input.access.space == memory::Space::shared;
  const PassPosition& position = passes.positions[at];
  if (position.served == 0) {
    return texts.get("stage.machine.extra_wavefront", fmt::arg("i", at + 1),
                     fmt::arg("n", passes.positions.size()));
  }
  const Passes::Group& group = passes.groups[position.group];
  const auto lane_states = passes.lane_states(input.access.mask, at);
  int waiting = 0;
  int later = 0;
  for (const LaneState lane_state : lane_states) {
    waiting += lane_state == LaneState::waiting ? 1 : 0;
    later += lane_state == LaneState::later ? 1 : 0;
  }
  const bool one = std::popcount(position.served) == 1;
  const char* key = is_shared ? (one ? "pass.wavefront_one" : "pass.wavefront")
                              : (one ? "pass.transaction_one" : "pass.transaction");
  std::string text =
      texts.get(key, fmt::arg("i", position.in_group + 1), fmt::arg("n", group.positions),
                fmt::arg("lanes", lane_list(position.served, texts)), fmt::arg("waiting", waiting),
                fmt::arg("bytes", position.bytes));
  if (passes.groups.size() == 1) return text;
  text = texts.get("pass.in_group", fmt::arg("g", position.group + 1),
                   fmt::arg("groups", passes.groups.size()), fmt::arg("step", text));
  if (later > 0) text += texts.get("pass.later", fmt::arg("later", later));
  return text;
}

std::string all_positions_sentence(const Passes& passes, bool is_shared, const text::Texts& texts) {
  const std::size_t positions = passes.positions.size();
  if (passes.groups.size() > 1) {
    return texts.get(passes.is_conflict_free() ? "pass.all_free" : "pass.all_groups",
                     fmt::arg("steps", positions_text(positions, is_shared, texts)),
                     fmt::arg("groups", passes.groups.size()));
  }
  return texts.count(is_shared ? "stage.bank.all_wavefronts" : "pass.all_transactions", positions);
}

}  // namespace lanescope::picture
