#include "sim/memory/shared.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <utility>

#include "sim/memory/lanes.h"
#include "sim/memory/passes.h"
#include "sim/memory/vectorised.h"

namespace lanescope::memory {
namespace {

constexpr std::uint64_t word_of(std::uint64_t address) { return address / bank_bytes; }
constexpr std::size_t bank_of_word(std::uint64_t word) { return word % banks; }
constexpr std::uint64_t row_of_word(std::uint64_t word) { return word / banks; }

// The demand of one group on each bank; the largest is the cost of the group.
class BankDemand {
 public:
  void add(std::size_t bank, std::uint32_t words) {
    demand_[bank] = static_cast<std::uint8_t>(demand_[bank] + words);
  }
  [[nodiscard]] std::uint32_t largest() const {
    std::uint8_t most = 0;  // without branches, so that the loop is vectorised
    for (const std::uint8_t words : demand_) most = std::max(most, words);
    return most;
  }

 private:
  std::array<std::uint8_t, banks> demand_{};  // at most 32 lanes with 5 words each
};

// Atomics: lanes queue for a bank, even for the same word. `is_one_word`: each asks for one only.
std::uint32_t queue_cost(const WarpAccess& access, std::uint32_t group, bool is_one_word) {
  BankDemand demand;
  if (is_one_word) {
    for_each_lane(group, [&](int lane) {
      demand.add(bank_of_word(word_of(access.address[static_cast<std::size_t>(lane)])), 1);
    });
  } else {
    for_each_word(access, group,
                  [&](int, std::uint64_t word) { demand.add(bank_of_word(word), 1); });
  }
  return demand.largest();
}

// What a glance at a group shows.
struct Glance {
  std::uint32_t asked = 0;  // the banks that its lanes ask for, if all are aligned
  bool is_aligned = true;
};
LANESCOPE_VECTORISED Glance glance_at(const std::uint64_t* address, std::uint32_t bytes,
                                      std::uint32_t group) {
  const std::uint32_t lane_banks = bytes <= bank_bytes ? 1 : (1U << bytes / bank_bytes) - 1;
  std::uint32_t asked = 0;
  std::uint32_t bits = 0;
  for (std::uint32_t lane = 0; lane < warp_lanes; ++lane) {
    const std::uint32_t takes_part = group >> lane & 1;
    const auto low = static_cast<std::uint32_t>(address[lane]);
    asked |= (takes_part * lane_banks) << (low / bank_bytes % banks);
    bits |= low & (0 - takes_part);
  }
  return {asked, (bits & (bytes - 1)) == 0};
}

// Cost by distinct words of at most 4 bytes each, if the lanes' addresses rise: equal words are
// then neighbours. 0: they don't.
std::uint32_t distinct_cost_rising(const WarpAccess& access, std::uint32_t group) {
  BankDemand demand;
  std::uint64_t before = ~std::uint64_t{0};
  bool rises = true;
  for_each_lane(group, [&](int lane) {
    const std::uint64_t word = word_of(access.address[static_cast<std::size_t>(lane)]);
    demand.add(bank_of_word(word), word != before ? 1 : 0);
    rises = rises && (word >= before || before == ~std::uint64_t{0});
    before = word;
  });
  return rises ? demand.largest() : 0;
}

// Cost by distinct words, for a group within 64 rows of 32 banks (8 KiB): one bit per row and bank.
std::uint32_t distinct_cost_nearby(const WarpAccess& access, std::uint32_t group,
                                   std::uint64_t first_row) {
  std::array<std::uint64_t, banks> rows_seen{};
  BankDemand demand;
  for_each_word(access, group, [&](int, std::uint64_t word) {
    const std::size_t bank = bank_of_word(word);
    const std::uint64_t row = row_of_word(word) - first_row;
    demand.add(bank, static_cast<std::uint32_t>(~rows_seen[bank] >> row) & 1U);
    rows_seen[bank] |= std::uint64_t{1} << row;
  });
  return demand.largest();
}

// Cost by distinct words, for any addresses.
std::uint32_t distinct_cost_scattered(const WarpAccess& access, std::uint32_t group) {
  constexpr std::size_t words_per_lane = 5;  // 16 bytes, misaligned
  std::array<std::uint64_t, words_per_lane * warp_lanes> words;
  auto end = words.begin();
  for_each_word(access, group, [&](int, std::uint64_t word) { *end++ = word; });
  std::sort(words.begin(), end);
  end = std::unique(words.begin(), end);
  BankDemand demand;
  for (auto word = words.begin(); word != end; ++word) demand.add(bank_of_word(*word), 1);
  return demand.largest();
}

std::uint32_t group_cost(const WarpAccess& access, std::uint32_t group) {
  const Glance glance = glance_at(access.address.data(), access.bytes, group);
  const std::uint32_t lane_banks = std::max<std::uint32_t>(access.bytes / bank_bytes, 1);
  // No two lanes ask for the same bank: one wavefront serves them all.
  if (glance.is_aligned && lane_count(glance.asked) == lane_banks * lane_count(group)) return 1;
  const bool is_one_word = glance.is_aligned && access.bytes <= bank_bytes;
  if (is_atomic(access.op)) return queue_cost(access, group, is_one_word);
  if (is_one_word) {
    const std::uint32_t cost = distinct_cost_rising(access, group);
    if (cost != 0) return cost;
  }
  std::uint64_t lowest = ~std::uint64_t{0};
  std::uint64_t highest = 0;
  for_each_lane(group, [&](int lane) {
    lowest = std::min(lowest, access.address[static_cast<std::size_t>(lane)]);
    highest = std::max(highest, access.address[static_cast<std::size_t>(lane)]);
  });
  const std::uint64_t first_row = row_of_word(word_of(lowest));
  // At the end of the address space it does not go round (for_each_word).
  const std::uint64_t last_row =
      row_of_word(std::max(word_of(highest + access.bytes - 1), word_of(highest)));
  return last_row - first_row < 64 ? distinct_cost_nearby(access, group, first_row)
                                   : distinct_cost_scattered(access, group);
}

// The cost of each group of a full warp of plain loads or stores with aligned addresses `stride`
// apart, if the stride alone determines it; else 0.
std::uint32_t cost_of_stride(const WarpAccess& access, std::int64_t stride) {
  if (is_atomic(access.op) || access.address[0] % bank_bytes != 0) return 0;
  // A broadcast or adjacent words: a group is exactly as wide as what the banks serve at once.
  if (stride == 0 || stride == access.bytes) return 1;
  if (access.bytes != bank_bytes || stride % bank_bytes != 0) return 0;
  // Every 32 / gcd(words, 32) lanes meet in a bank, each with its own word.
  const auto words = static_cast<std::uint64_t>(stride / static_cast<std::int64_t>(bank_bytes));
  return 1U << std::min(std::countr_zero(words), 5);
}

void add_group(SharedCost& cost, std::uint32_t wavefronts) {
  cost.wavefronts += wavefronts;
  cost.ideal_wavefronts += 1;
  cost.worst_ways = std::max(cost.worst_ways, wavefronts);
}

}  // namespace

SharedCost shared_cost(const WarpAccess& access) {
  SharedCost cost;
  const auto stride = constant_stride(access);
  const std::uint32_t known = stride ? cost_of_stride(access, *stride) : 0;
  const PassGroups groups = pass_groups(access);
  for (std::size_t g = 0; g < static_cast<std::size_t>(groups.count); ++g)
    add_group(cost, known != 0 ? known : group_cost(access, groups.lanes[g]));
  cost.conflicts = cost.wavefronts - cost.ideal_wavefronts;
  cost.bytes_requested = lane_count(access.mask) * access.bytes;
  return cost;
}

// ---- the wavefronts of one access, one by one ----
//
// Simple rather than fast: only the
// selected access is computed this way.

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
  queue.push_back({static_cast<std::uint8_t>(bank_of_word(word)), word, 1U << lane});
}

BankQueues queues_of(const WarpAccess& access, std::uint32_t group) {
  const bool share = !is_atomic(access.op);
  BankQueues queues;
  for_each_word(access, group, [&](int lane, std::uint64_t word) {
    enqueue(queues[bank_of_word(word)], word, lane, share);
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
    for (std::size_t later = position + 1; later < queue.size(); ++later)
      wavefront.lanes_waiting |= queue[later].lanes;
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
  for (std::size_t bank = 0; bank < banks; ++bank)
    words[bank] = static_cast<std::uint32_t>(queues[bank].size());
  return words;
}

}  // namespace

SharedSchedule shared_schedule(const WarpAccess& access) {
  SharedSchedule schedule;
  const PassGroups groups = pass_groups(access);
  for (std::size_t g = 0; g < static_cast<std::size_t>(groups.count); ++g)
    add_group(schedule, groups.lanes[g], queues_of(access, groups.lanes[g]));
  schedule.bank_words = distinct_words(access);
  schedule.cost = shared_cost(access);
  return schedule;
}

}  // namespace lanescope::memory
