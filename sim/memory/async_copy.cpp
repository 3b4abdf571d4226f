#include "sim/memory/async_copy.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "sim/memory/lanes.h"
#include "sim/memory/passes.h"

namespace lanescope::memory {
namespace {

// ---- dividing a copy that bypasses L1 into transfers between sectors ----

// The part of a copy from one global line to one shared line. A line has 8 slots of 16 bytes; two
// slots form a sector.
struct LinePair {
  static constexpr int slots = 8;
  static constexpr std::uint8_t nothing = 0xff;

  std::uint64_t from = 0;  // address / 128
  std::uint64_t to = 0;
  // For each slot of the shared line: its source slot and the lanes that fill it. If several
  // lanes write to one slot, the last one counts.
  std::array<std::uint8_t, slots> source{nothing, nothing, nothing, nothing,
                                         nothing, nothing, nothing, nothing};
  std::array<std::uint32_t, slots> lanes{};
};

struct LinePairs {
  std::array<LinePair, warp_lanes> pairs;  // the first `count` are set
  int count = 0;
};

// The transfer of one sector, or of half a sector.
struct SectorTransfer {
  std::uint8_t from = 0;  // sector of its line, 0..3
  std::uint8_t to = 0;
  std::uint8_t kind = 0;        // less than transfer_kinds; only equal kinds share a wavefront
  std::uint8_t first_slot = 0;  // first destination slot in the shared line ...
  std::uint8_t slots = 0;       // ... and number of slots, 1 or 2
};

inline constexpr int transfer_kinds = 16;

struct SectorTransfers {
  std::array<SectorTransfer, LinePair::slots> transfers;  // the first `count` are set
  int count = 0;
};

constexpr std::uint64_t slot_bytes = line_bytes / LinePair::slots;

std::uint8_t slot_of(std::uint64_t address) {
  return static_cast<std::uint8_t>(address % line_bytes / slot_bytes);
}

LinePair& pair_of(LinePairs& found, std::uint64_t from, std::uint64_t to) {
  // Search backwards: neighbouring lanes usually use the same pair.
  for (int i = found.count; i-- > 0;) {
    LinePair& pair = found.pairs[static_cast<std::size_t>(i)];
    if (pair.from == from && pair.to == to) return pair;
  }
  LinePair& pair = found.pairs[static_cast<std::size_t>(found.count++)];
  pair.from = from;
  pair.to = to;
  return pair;
}

// In the order of the first lane. Precondition: copy.bypasses_l1.
LinePairs line_pairs(const AsyncCopy& copy) {
  LinePairs found;
  for_each_lane(copy.from.mask & copy.to.mask, [&](int lane) {
    const std::uint64_t from = copy.from.address[static_cast<std::size_t>(lane)];
    const std::uint64_t to = copy.to.address[static_cast<std::size_t>(lane)];
    LinePair& pair = pair_of(found, from / line_bytes, to / line_bytes);
    pair.source[slot_of(to)] = slot_of(from);
    pair.lanes[slot_of(to)] |= 1U << lane;
  });
  return found;
}

SectorTransfers sector_transfers(const LinePair& pair) {
  SectorTransfers found;
  // `halves` of the destination sector: 1 the lower, 2 the upper.
  const auto add = [&](std::uint8_t first_slot, std::uint8_t halves) {
    const std::uint8_t source = pair.source[first_slot];
    SectorTransfer transfer;
    transfer.from = source / 2;
    transfer.to = first_slot / 2;
    const int changes_halves = (source ^ first_slot) & 1;
    const int changes_parity = (transfer.from ^ transfer.to) & 1;
    transfer.kind = static_cast<std::uint8_t>(4 * halves + 2 * changes_halves + changes_parity);
    transfer.first_slot = first_slot;
    transfer.slots = halves == 3 ? 2 : 1;
    found.transfers[static_cast<std::size_t>(found.count++)] = transfer;
  };
  for (std::uint8_t low = 0; low < LinePair::slots; low += 2) {
    const std::uint8_t high = low + 1;
    const std::uint8_t to_low = pair.source[low];
    const std::uint8_t to_high = pair.source[high];
    // Both halves come from one sector, in order or swapped: one transfer moves both.
    if (to_low != LinePair::nothing && (to_low ^ to_high) == 1) {
      add(low, 3);
      continue;
    }
    if (to_low != LinePair::nothing) add(low, 1);
    if (to_high != LinePair::nothing) add(high, 2);
  }
  return found;
}

// --- .ca: lane by lane, through L1 ---

// Position of an access within 128 bytes, in units of the access width. Aligned lanes share a bank
// exactly if their positions are equal.
std::size_t turn_of(const WarpAccess& access, int lane) {
  return access.address[static_cast<std::size_t>(lane)] % line_bytes / access.bytes;
}

std::uint32_t group_cost(const AsyncCopy& copy, std::uint32_t group) {
  std::array<std::uint32_t, banks> read_there{};  // lanes that read from each bank
  std::array<std::uint32_t, banks> written_there{};
  const std::uint32_t readers = group & copy.from.mask;
  for_each_lane(readers, [&](int lane) { read_there[turn_of(copy.from, lane)] |= 1U << lane; });
  for_each_lane(group, [&](int lane) { written_there[turn_of(copy.to, lane)] |= 1U << lane; });
  std::uint32_t most = 0;
  for_each_lane(group, [&](int lane) {
    std::uint32_t others = written_there[turn_of(copy.to, lane)];
    if (((readers >> lane) & 1U) != 0) others |= read_there[turn_of(copy.from, lane)];
    most = std::max(most, lane_count(others));
  });
  return most;
}

SharedCost written_through_l1(const AsyncCopy& copy) {
  SharedCost cost;
  const PassGroups groups = pass_groups(copy.to);
  for (std::size_t g = 0; g < static_cast<std::size_t>(groups.count); ++g) {
    const std::uint32_t wavefronts = group_cost(copy, groups.lanes[g]);
    cost.wavefronts += wavefronts;
    cost.worst_ways = std::max(cost.worst_ways, wavefronts);
  }
  cost.ideal_wavefronts = static_cast<std::uint32_t>(groups.count);
  return cost;
}

// --- .cg: sector by sector, past L1 ---

// The wavefronts that one pair of lines needs. Transfers of one kind take turns if they leave or
// enter the same sector. The minimum equals the largest number of transfers at one sector, because
// a bipartite graph needs no more edge colours than its largest degree.
std::uint32_t wavefronts_between(const LinePair& pair) {
  struct Met {
    std::array<std::uint8_t, sectors_per_line> leaving{};
    std::array<std::uint8_t, sectors_per_line> entering{};
    std::uint8_t most = 0;
  };
  std::array<Met, transfer_kinds> kinds{};
  std::uint32_t wavefronts = 0;
  const SectorTransfers found = sector_transfers(pair);
  for (std::size_t i = 0; i < static_cast<std::size_t>(found.count); ++i) {
    const SectorTransfer& transfer = found.transfers[i];
    Met& met = kinds[transfer.kind];
    const std::uint8_t here = std::max(++met.leaving[transfer.from], ++met.entering[transfer.to]);
    if (here <= met.most) continue;
    met.most = here;
    ++wavefronts;
  }
  return wavefronts;
}

SharedCost written_past_l1(const AsyncCopy& copy, const LinePairs& found) {
  SharedCost cost;
  if (copy.fills_zeros) cost = shared_cost(copy.to);
  std::uint32_t slots = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(found.count); ++i) {
    const std::uint32_t wavefronts = wavefronts_between(found.pairs[i]);
    cost.wavefronts += wavefronts;
    cost.worst_ways = std::max(cost.worst_ways, wavefronts);
    slots += static_cast<std::uint32_t>(
        LinePair::slots - std::ranges::count(found.pairs[i].source, LinePair::nothing));
  }
  cost.ideal_wavefronts += (slots + LinePair::slots - 1) / LinePair::slots;
  return cost;
}

// Distinct pairs of a global line and a sector of shared memory.
std::uint32_t sectors_filled(const LinePairs& found) {
  std::uint32_t sectors = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(found.count); ++i) {
    const LinePair& pair = found.pairs[i];
    for (std::size_t slot = 0; slot < LinePair::slots; slot += 2)
      sectors += (pair.lanes[slot] | pair.lanes[slot + 1]) != 0 ? 1 : 0;
  }
  return sectors;
}

// --- .ca and .cg ---

// Distinct bytes read, for copies in which some lane reads only a part of its bytes.
std::uint32_t bytes_used(const AsyncCopy& copy) {
  struct Range {
    std::uint64_t first, end;
  };
  std::array<Range, warp_lanes> ranges;
  std::size_t count = 0;
  for_each_lane(copy.from.mask, [&](int lane) {
    const auto l = static_cast<std::size_t>(lane);
    ranges[count++] = {copy.from.address[l], copy.from.address[l] + copy.bytes_read[l]};
  });
  std::sort(ranges.begin(), ranges.begin() + static_cast<std::ptrdiff_t>(count),
            [](const Range& a, const Range& b) { return a.first < b.first; });
  std::uint64_t used = 0;
  std::uint64_t next = 0;  // one past the last byte already counted
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t first = std::max(ranges[i].first, next);
    if (ranges[i].end <= first) continue;
    used += ranges[i].end - first;
    next = ranges[i].end;
  }
  return static_cast<std::uint32_t>(used);
}

GlobalCost read_cost(const AsyncCopy& copy) {
  GlobalCost cost = global_cost(copy.from);
  std::uint32_t requested = 0;
  for_each_lane(copy.from.mask,
                [&](int lane) { requested += copy.bytes_read[static_cast<std::size_t>(lane)]; });
  if (requested == cost.bytes_requested) return cost;
  cost.bytes_requested = requested;
  cost.bytes_used = bytes_used(copy);
  cost.ideal_sectors = (cost.bytes_used + sector_bytes - 1) / sector_bytes;
  return cost;
}

}  // namespace

AsyncCopyCost async_copy_cost(const AsyncCopy& copy) {
  AsyncCopyCost cost;
  cost.read = read_cost(copy);
  if (copy.bypasses_l1) {
    const LinePairs found = line_pairs(copy);
    cost.read.tag_lookups = static_cast<std::uint32_t>(found.count);
    cost.read.sectors = sectors_filled(found);
    cost.written = written_past_l1(copy, found);
  } else {
    cost.written = written_through_l1(copy);
  }
  cost.written.conflicts = cost.written.wavefronts - cost.written.ideal_wavefronts;
  cost.written.bytes_requested = lane_count(copy.to.mask) * copy.to.bytes;
  return cost;
}

// ---- the wavefronts of one asynchronous copy, one by one ----
//
// Simple rather than fast: only the selected access is computed this way.

namespace {

void serve(Wavefront& wavefront, std::uint64_t first_word, std::uint64_t last_word,
           std::uint32_t lanes) {
  for (std::uint64_t word = first_word; word <= last_word; ++word)
    wavefront.served.push_back({static_cast<std::uint8_t>(word % banks), word, lanes});
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
  for (std::size_t bank = 0; bank < banks; ++bank)
    schedule.bank_load[bank] = std::max(schedule.bank_load[bank], load[bank]);
}

// --- .ca ---

bool take_turns(const AsyncCopy& copy, int a, int b) {
  const auto meet = [&](const WarpAccess& access) {
    const auto offset = [&](int lane) {
      return access.address[static_cast<std::size_t>(lane)] % line_bytes / access.bytes;
    };
    return access.lane_is_active(a) && access.lane_is_active(b) && offset(a) == offset(b);
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
    auto joined = std::ranges::find_if(under_way, [&](const SectorWavefront& other) {
      return other.kind == transfer.kind && ((other.leaving & from) | (other.entering & to)) == 0;
    });
    if (joined == under_way.end())
      joined = under_way.insert(joined, SectorWavefront{transfer.kind, 0, 0, {}});
    joined->leaving |= from;
    joined->entering |= to;
    constexpr std::uint64_t slot_words = line_bytes / LinePair::slots / bank_bytes;
    for (std::size_t at = transfer.first_slot; at < transfer.first_slot + transfer.slots; ++at) {
      const std::uint64_t first = pair.to * (line_bytes / bank_bytes) + at * slot_words;
      serve(joined->wavefront, first, first + slot_words - 1, pair.lanes[at]);
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
    for (std::size_t i = 0; i < static_cast<std::size_t>(found.count); ++i)
      add_past_l1(schedule, found.pairs[i]);
  } else {
    const PassGroups groups = pass_groups(copy.to);
    for (std::size_t g = 0; g < static_cast<std::size_t>(groups.count); ++g)
      add_through_l1(schedule, copy, groups.lanes[g]);
  }
  schedule.bank_words = stored.bank_words;
  schedule.cost = async_copy_cost(copy).written;
  return schedule;
}

}  // namespace lanescope::memory
