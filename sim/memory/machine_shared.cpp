// Shared memory by every rule of memory_rules.h but `measured`, which shared.cpp has. Cost and
// schedule come from one walk over the steps of each request, so they can't disagree.
#include <algorithm>
#include <array>

#include "sim/memory/lanes.h"
#include "sim/memory/memory_rules.h"

namespace lanescope::memory {
namespace {

// The lanes that are served together, and the part of their bytes that is served.
struct Request {
  std::uint32_t lanes = 0;
  std::uint32_t first_byte = 0;
  std::uint32_t bytes = 0;
};
struct Requests {
  std::array<Request, 8> all;  // the first `count` are set, each with at least one lane
  std::size_t count = 0;
};

// `bytes`: per lane and request; wider accesses are split.
Requests requests_by(const WarpAccess& access, int width, std::uint32_t bytes) {
  Requests requests;
  for (std::uint32_t at = 0; at < access.bytes; at += bytes) {
    for_each_part(access.mask, width, [&](std::uint32_t lanes) {
      if (lanes != 0)
        requests.all[requests.count++] = {lanes, at, std::min<std::uint32_t>(bytes, access.bytes)};
    });
  }
  return requests;
}

Requests requests_of(const WarpAccess& access, SharedRule rule) {
  return requests_by(access, lanes_per_request(access, rule),
                     rule == SharedRule::half_warps ? bank_bytes : access.bytes);
}

// For each bank, the distinct keys in order of arrival. Lanes with different keys take turns.
struct Turns {
  std::array<std::array<std::uint64_t, warp_lanes>, banks> keys;  // the first `count` are set
  std::array<std::uint32_t, banks> count{};

  // The turn in which this key is served.
  std::uint32_t of(std::size_t bank, std::uint64_t key, bool shares) {
    auto& mine = keys[bank];
    for (std::uint32_t turn = 0; shares && turn < count[bank]; ++turn) {
      if (mine[turn] == key) return turn;
    }
    mine[count[bank]] = key;
    return count[bank]++;
  }
};

// Each distinct key of a bank takes one step. Calls emit(step, word, lanes).
template <typename KeyOf, typename Emit>
std::uint32_t serve_in_turns(const WarpAccess& access, const Request& request,
                             std::uint64_t bank_count, bool shares, KeyOf&& key_of, Emit&& emit) {
  Turns turns;
  std::uint32_t steps = 0;
  for_each_lane(request.lanes, [&](int lane) {
    const std::uint64_t address =
        access.address[static_cast<std::size_t>(lane)] + request.first_byte;
    for_each_word(address, request.bytes, [&](std::uint64_t word) {
      const std::uint32_t turn = turns.of(word % bank_count, key_of(word, address), shares);
      emit(turn, word, 1U << lane);
      steps = std::max(steps, turn + 1);
    });
  });
  return steps;
}

// --- Reads of 1.x: one word per step is broadcast ---

struct Reader {
  std::uint64_t word = 0;
  std::uint32_t lane = 0;  // mask; 0: already served
};
struct Readers {
  std::array<Reader, half_warp> all;
  std::size_t count = 0;
};

// The guide leaves open which word is broadcast. This model takes the bank with the most waiting
// lanes, since it would take longest, and in it the word that most of those lanes read.
std::uint64_t broadcast_word(const Readers& readers) {
  std::array<std::uint32_t, half_warp> waiting{};
  for (std::size_t i = 0; i < readers.count; ++i) {
    if (readers.all[i].lane != 0) ++waiting[readers.all[i].word % half_warp];
  }
  const std::uint32_t most = *std::max_element(waiting.begin(), waiting.end());
  std::uint64_t best = 0;
  std::ptrdiff_t wanted_by = 0;
  for (std::size_t i = 0; i < readers.count; ++i) {
    const Reader& reader = readers.all[i];
    if (reader.lane == 0 || waiting[reader.word % half_warp] != most) continue;
    const std::ptrdiff_t lanes = std::count_if(
        readers.all.begin(), readers.all.begin() + static_cast<int>(readers.count),
        [&](const Reader& other) { return other.lane != 0 && other.word == reader.word; });
    if (lanes > wanted_by) {
      wanted_by = lanes;
      best = reader.word;
    }
  }
  return best;
}

template <typename Emit>
std::uint32_t serve_with_one_broadcast(const WarpAccess& access, const Request& request,
                                       Emit&& emit) {
  Readers readers;
  for_each_lane(request.lanes, [&](int lane) {
    const std::uint64_t address =
        access.address[static_cast<std::size_t>(lane)] + request.first_byte;
    readers.all[readers.count++] = {address / bank_bytes, 1U << lane};
  });
  std::size_t waiting = readers.count;
  std::uint32_t wavefront = 0;
  for (; waiting > 0; ++wavefront) {
    const std::uint64_t broadcast = broadcast_word(readers);
    std::uint32_t busy = 1U << (broadcast % half_warp);
    for (std::size_t i = 0; i < readers.count; ++i) {
      Reader& reader = readers.all[i];
      if (reader.lane == 0) continue;
      const std::uint32_t bank = 1U << (reader.word % half_warp);
      if (reader.word != broadcast && (busy & bank) != 0) continue;
      busy |= bank;
      emit(wavefront, reader.word, reader.lane);
      reader.lane = 0;
      --waiting;
    }
  }
  return wavefront;
}

// --- All rules ---

// Calls emit(step, word, lanes) for everything served; returns the number of steps.
template <typename Emit>
std::uint32_t serve(const WarpAccess& access, const Request& request, const MemoryRules& machine,
                    Emit&& emit) {
  const auto bank_count = static_cast<std::uint64_t>(machine.bank_count());
  const auto by_word = [](std::uint64_t word, std::uint64_t) { return word; };
  if (is_atomic(access.op))
    return serve_in_turns(access, request, bank_count, false, by_word, emit);
  switch (machine.shared) {
    case SharedRule::half_warps:
      if (access.op == Op::load) return serve_with_one_broadcast(access, request, emit);
      // Lanes that write to the same place share a turn: one of them writes.
      return serve_in_turns(
          access, request, bank_count, true,
          [](std::uint64_t, std::uint64_t address) { return address; }, emit);
    case SharedRule::paired_rows:
      return serve_in_turns(
          access, request, bank_count, true,
          [](std::uint64_t word, std::uint64_t) { return word / (2 * banks); }, emit);
    case SharedRule::whole_warp: {
      const std::uint32_t steps = serve_in_turns(access, request, bank_count, true, by_word, emit);
      return access.bytes == 16 ? steps + 1 : steps;
    }
    case SharedRule::measured:
      break;
  }
  return serve_in_turns(access, request, bank_count, true, by_word, emit);
}

void add_request(SharedCost& cost, std::uint32_t steps) {
  cost.wavefronts += steps;
  cost.ideal_wavefronts += 1;
  cost.worst_ways = std::max(cost.worst_ways, steps);
}

void finish(SharedCost& cost, const WarpAccess& access) {
  cost.conflicts = cost.wavefronts - cost.ideal_wavefronts;
  cost.bytes_requested = lane_count(access.mask) * access.bytes;
}

void add_served(Wavefront& wavefront, std::uint64_t word, std::uint32_t lanes,
                std::uint64_t bank_count) {
  const auto same = std::ranges::find(wavefront.served, word, &ServedWord::word);
  if (same != wavefront.served.end()) {
    same->lanes |= lanes;
  } else {
    wavefront.served.push_back({static_cast<std::uint8_t>(word % bank_count), word, lanes});
  }
}

// Computes which lanes are done, which lanes wait, and how long each bank is busy.
void add_group(SharedSchedule& schedule, const Request& request, std::vector<Wavefront> steps) {
  std::array<std::uint32_t, banks> load{};
  std::uint32_t later = 0;
  for (auto wavefront = steps.rbegin(); wavefront != steps.rend(); ++wavefront) {
    std::ranges::sort(wavefront->served, [](const ServedWord& a, const ServedWord& b) {
      return a.bank != b.bank ? a.bank < b.bank : a.word < b.word;
    });
    std::uint32_t here = 0;
    std::uint32_t busy = 0;
    for (const ServedWord& word : wavefront->served) {
      here |= word.lanes;
      busy |= 1U << word.bank;
    }
    for_each_lane(busy, [&](int bank) { ++load[static_cast<std::size_t>(bank)]; });
    wavefront->group = static_cast<std::uint8_t>(schedule.groups.size());
    wavefront->lanes_waiting = later;
    wavefront->lanes_done = here & ~later;
    later |= here;
  }
  schedule.groups.push_back({request.lanes, static_cast<std::uint32_t>(steps.size())});
  for (std::size_t bank = 0; bank < banks; ++bank)
    schedule.bank_load[bank] = std::max(schedule.bank_load[bank], load[bank]);
  std::ranges::move(steps, std::back_inserter(schedule.wavefronts));
}

std::array<std::uint32_t, banks> distinct_words(const WarpAccess& access,
                                                std::uint64_t bank_count) {
  std::vector<std::uint64_t> words;
  for_each_word(access, access.mask, [&](int, std::uint64_t word) { words.push_back(word); });
  std::ranges::sort(words);
  words.erase(std::unique(words.begin(), words.end()), words.end());
  std::array<std::uint32_t, banks> count{};
  for (const std::uint64_t word : words) ++count[word % bank_count];
  return count;
}

}  // namespace

int lanes_per_request(const WarpAccess& access, SharedRule rule) {
  if (rule == SharedRule::half_warps) return half_warp;
  if (is_atomic(access.op) || access.bytes <= 4) return warp_lanes;
  const int wide = access.bytes == 8 ? half_warp : half_warp / 2;
  return rule == SharedRule::paired_rows ? 2 * wide : wide;
}

SharedCost shared_cost(const WarpAccess& access, const MemoryRules& machine) {
  if (machine.shared == SharedRule::measured) return shared_cost(access);
  SharedCost cost;
  const Requests requests = requests_of(access, machine.shared);
  for (std::size_t i = 0; i < requests.count; ++i) {
    add_request(cost, serve(access, requests.all[i], machine,
                            [](std::uint32_t, std::uint64_t, std::uint32_t) {}));
  }
  finish(cost, access);
  return cost;
}

SharedSchedule shared_schedule(const WarpAccess& access, const MemoryRules& machine) {
  if (machine.shared == SharedRule::measured) return shared_schedule(access);
  const auto bank_count = static_cast<std::uint64_t>(machine.bank_count());
  SharedSchedule schedule;
  const Requests requests = requests_of(access, machine.shared);
  for (std::size_t i = 0; i < requests.count; ++i) {
    std::vector<Wavefront> steps;
    const std::uint32_t count =
        serve(access, requests.all[i], machine,
              [&](std::uint32_t wavefront, std::uint64_t word, std::uint32_t lanes) {
                if (steps.size() <= wavefront) steps.resize(wavefront + 1);
                add_served(steps[wavefront], word, lanes, bank_count);
              });
    steps.resize(count);
    add_request(schedule.cost, count);
    add_group(schedule, requests.all[i], std::move(steps));
  }
  finish(schedule.cost, access);
  schedule.bank_words = distinct_words(access, bank_count);
  return schedule;
}

}  // namespace lanescope::memory
