// The wavefronts of one shared-memory access, one by one. Simple rather than fast: only the
// selected access is computed this way.

#include <algorithm>
#include <utility>

#include "sim/memory/lanes.h"
#include "sim/memory/pass_groups.h"
#include "sim/memory/shared.h"

namespace lanescope::memory {
namespace {

// The words that one bank serves to one group, in the order shown.
using BankQueue = std::vector<ServedWord>;
using BankQueues = std::array<BankQueue, banks>;

// Plain loads and stores of the same word share one place in the queue; atomics queue lane by lane.
void enqueue(BankQueue& queue, std::uint64_t word, int lane, bool share) {
  const auto same = std::ranges::find(queue, word, &ServedWord::word);
  if (share && same != queue.end()) {
    same->lanes |= 1U << lane;
    return;
  }
  queue.push_back({static_cast<std::uint8_t>(word % banks), word, 1U << lane});
}

BankQueues queues_of(const WarpAccess& access, std::uint32_t group) {
  const bool share = !is_atomic(access.op);
  BankQueues queues;
  for_each_word(access, group, [&](int lane, std::uint64_t word) {
    enqueue(queues[word % banks], word, lane, share);
  });
  return queues;
}

std::uint32_t longest(const BankQueues& queues) {
  std::size_t length = 0;
  for (const BankQueue& queue : queues) length = std::max(length, queue.size());
  return static_cast<std::uint32_t>(length);
}

// Wavefront w of a group serves word w of every queue that is long enough.
Wavefront wavefront_at(const BankQueues& queues, std::size_t position) {
  Wavefront wavefront;
  for (const BankQueue& queue : queues) {
    if (position < queue.size()) wavefront.served.push_back(queue[position]);
    for (std::size_t later = position + 1; later < queue.size(); ++later) {
      wavefront.lanes_waiting |= queue[later].lanes;
    }
  }
  return wavefront;
}

void add_group(SharedSchedule& schedule, std::uint32_t lanes, const BankQueues& queues) {
  const std::uint32_t cost = longest(queues);
  std::uint32_t waiting = lanes;
  for (std::size_t position = 0; position < cost; ++position) {
    Wavefront wavefront = wavefront_at(queues, position);
    wavefront.group = static_cast<std::uint8_t>(schedule.groups.size());
    wavefront.lanes_done = waiting & ~wavefront.lanes_waiting;
    waiting = wavefront.lanes_waiting;
    schedule.wavefronts.push_back(std::move(wavefront));
  }
  for (std::size_t bank = 0; bank < banks; ++bank) {
    schedule.bank_load[bank] =
        std::max(schedule.bank_load[bank], static_cast<std::uint32_t>(queues[bank].size()));
  }
  schedule.groups.push_back({lanes, cost});
}

std::array<std::uint32_t, banks> distinct_words(const WarpAccess& access) {
  WarpAccess load = access;
  load.op = Op::load;  // counts a repeated word once, whatever the operation
  const BankQueues queues = queues_of(load, access.mask);
  std::array<std::uint32_t, banks> words{};
  for (std::size_t bank = 0; bank < banks; ++bank) {
    words[bank] = static_cast<std::uint32_t>(queues[bank].size());
  }
  return words;
}

}  // namespace

SharedSchedule shared_schedule(const WarpAccess& access) {
  SharedSchedule schedule;
  const PassGroups groups = pass_groups(access);
  for (std::size_t g = 0; g < static_cast<std::size_t>(groups.count); ++g) {
    add_group(schedule, groups.lanes[g], queues_of(access, groups.lanes[g]));
  }
  schedule.bank_words = distinct_words(access);
  schedule.cost = shared_cost(access);
  return schedule;
}

}  // namespace lanescope::memory
