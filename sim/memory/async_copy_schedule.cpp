// The wavefronts of one asynchronous copy, one by one. Simple rather than fast: only the selected
// access is computed this way.

#include <algorithm>
#include <bit>
#include <vector>

#include "sim/memory/async_copy.h"
#include "sim/memory/lanes.h"
#include "sim/memory/line_pairs.h"
#include "sim/memory/pass_groups.h"

namespace lanescope::memory {
namespace {

void serve(Wavefront& wavefront, std::uint64_t first_word, std::uint64_t last_word,
           std::uint32_t lanes) {
  for (std::uint64_t word = first_word; word <= last_word; ++word) {
    wavefront.served.push_back({static_cast<std::uint8_t>(word % banks), word, lanes});
  }
}

// Adds a group served by these wavefronts, and computes which lanes wait.
void add_group(SharedSchedule& schedule, std::vector<Wavefront> wavefronts) {
  PassGroup group;
  std::array<std::uint32_t, banks> load{};
  std::uint32_t later = 0;
  for (auto wavefront = wavefronts.rbegin(); wavefront != wavefronts.rend(); ++wavefront) {
    std::uint32_t here = 0;
    for (const ServedWord& word : wavefront->served) {
      here |= word.lanes;
      ++load[word.bank];
    }
    std::ranges::sort(wavefront->served, {}, &ServedWord::bank);
    wavefront->group = static_cast<std::uint8_t>(schedule.groups.size());
    wavefront->lanes_waiting = later;
    wavefront->lanes_done = here & ~later;
    later |= here;
  }
  group.lanes = later;
  group.cost = static_cast<std::uint32_t>(wavefronts.size());
  schedule.groups.push_back(group);
  std::ranges::move(wavefronts, std::back_inserter(schedule.wavefronts));
  for (std::size_t bank = 0; bank < banks; ++bank) {
    schedule.bank_load[bank] = std::max(schedule.bank_load[bank], load[bank]);
  }
}

// --- .ca ---

bool take_turns(const AsyncCopy& copy, int a, int b) {
  const auto meet = [&](const WarpAccess& access) {
    const auto place = [&](int lane) {
      return access.address[static_cast<std::size_t>(lane)] % line_bytes / access.bytes;
    };
    return access.lane_is_active(a) && access.lane_is_active(b) && place(a) == place(b);
  };
  return meet(copy.from) || meet(copy.to);
}

// The lanes of each wavefront. First come, first served would often take more wavefronts than the
// hardware: the last lanes of full wavefronts would then go alone.
std::vector<std::vector<int>> turns(const AsyncCopy& copy, std::uint32_t group) {
  std::vector<std::vector<int>> found;
  std::size_t most = 0;
  for_each_lane(group, [&](int lane) {
    std::size_t others = 0;
    for_each_lane(group, [&](int other) { others += take_turns(copy, lane, other) ? 1 : 0; });
    most = std::max(most, others);
    const auto free = std::ranges::find_if(found, [&](const std::vector<int>& wavefront) {
      return std::ranges::none_of(wavefront,
                                  [&](int other) { return take_turns(copy, lane, other); });
    });
    (free == found.end() ? found.emplace_back() : *free).push_back(lane);
  });
  while (found.size() < most) {
    const auto fullest = std::ranges::max_element(found, {}, &std::vector<int>::size);
    const int last = fullest->back();
    fullest->pop_back();
    found.push_back({last});
  }
  return found;
}

void add_through_l1(SharedSchedule& schedule, const AsyncCopy& copy, std::uint32_t group) {
  std::vector<Wavefront> wavefronts;
  for (const std::vector<int>& lanes : turns(copy, group)) {
    Wavefront& wavefront = wavefronts.emplace_back();
    for (const int lane : lanes) {
      const std::uint64_t address = copy.to.address[static_cast<std::size_t>(lane)];
      serve(wavefront, address / bank_bytes, (address + copy.to.bytes - 1) / bank_bytes,
            1U << lane);
    }
  }
  add_group(schedule, std::move(wavefronts));
}

// --- .cg ---

struct SectorWavefront {
  std::uint8_t kind = 0;
  std::uint32_t leaving = 0;  // sector masks
  std::uint32_t entering = 0;
  Wavefront wavefront;
};

// Each transfer joins the first wavefront of its kind that has room. This needs no extra
// wavefronts: within one kind, a sector has only two possible sources and two possible
// destinations.
void add_past_l1(SharedSchedule& schedule, const LinePair& pair) {
  std::vector<SectorWavefront> under_way;
  const SectorTransfers found = sector_transfers(pair);
  for (std::size_t i = 0; i < static_cast<std::size_t>(found.count); ++i) {
    const SectorTransfer& transfer = found.transfers[i];
    const std::uint32_t from = 1U << transfer.from;
    const std::uint32_t to = 1U << transfer.to;
    auto place = std::ranges::find_if(under_way, [&](const SectorWavefront& other) {
      return other.kind == transfer.kind && ((other.leaving & from) | (other.entering & to)) == 0;
    });
    if (place == under_way.end()) {
      place = under_way.insert(place, SectorWavefront{transfer.kind, 0, 0, {}});
    }
    place->leaving |= from;
    place->entering |= to;
    constexpr std::uint64_t place_words = line_bytes / LinePair::places / bank_bytes;
    for (std::size_t at = transfer.first_place; at < transfer.first_place + transfer.places; ++at) {
      const std::uint64_t first = pair.to * (line_bytes / bank_bytes) + at * place_words;
      serve(place->wavefront, first, first + place_words - 1, pair.lanes[at]);
    }
  }
  std::vector<Wavefront> wavefronts;
  for (SectorWavefront& one : under_way) wavefronts.push_back(std::move(one.wavefront));
  add_group(schedule, std::move(wavefronts));
}

}  // namespace

SharedSchedule async_copy_schedule(const AsyncCopy& copy) {
  SharedSchedule stored = shared_schedule(copy.to);
  SharedSchedule schedule;
  if (copy.bypasses_l1) {
    if (copy.fills_zeros) schedule = stored;
    const LinePairs found = line_pairs(copy);
    for (std::size_t i = 0; i < static_cast<std::size_t>(found.count); ++i) {
      add_past_l1(schedule, found.pairs[i]);
    }
  } else {
    const PassGroups groups = pass_groups(copy.to);
    for (std::size_t g = 0; g < static_cast<std::size_t>(groups.count); ++g) {
      add_through_l1(schedule, copy, groups.lanes[g]);
    }
  }
  schedule.bank_words = stored.bank_words;
  schedule.cost = async_copy_cost(copy).written;
  return schedule;
}

}  // namespace lanescope::memory
