// What a shared-memory access costs: pass groups, 32 banks, wavefronts.
//
// bank = (byte address / 4) % 32, word = byte address / 4. A *pass group* is a set of lanes served
// together; it takes as many wavefronts as the largest number of distinct words (atomics: lanes)
// that any one bank has to give. Rules: measured on an H200, tests/data/h200_warp_accesses.csv.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "sim/memory/access.h"

namespace lanescope::memory {

inline constexpr int banks = 32;
inline constexpr std::uint32_t bank_bytes = 4;

struct SharedCost {
  std::uint32_t wavefronts = 0;
  // Pass groups with at least one participating lane: the least this access could take.
  std::uint32_t ideal_wavefronts = 0;
  // wavefronts - ideal_wavefronts.
  std::uint32_t conflicts = 0;
  // The largest cost of one group: "N-way". 1 is conflict-free, 0 only when no lane takes part.
  std::uint32_t worst_ways = 0;
  std::uint32_t bytes_requested = 0;

  bool operator==(const SharedCost&) const = default;
};

[[nodiscard]] SharedCost shared_cost(const WarpAccess& access);

// --- The same access in full detail, for the picture and the player ---

// One word that one bank serves in one wavefront, and the lanes that receive it (several: a
// broadcast).
struct ServedWord {
  std::uint8_t bank = 0;    // 0..31
  std::uint64_t word = 0;   // byte address / 4
  std::uint32_t lanes = 0;  // mask
};

struct Wavefront {
  std::uint8_t group = 0;          // index of the pass group
  std::vector<ServedWord> served;  // ascending by bank; at most one word per bank
  // Lanes that receive their last word in this wavefront, and lanes of the group that still wait
  // after it.
  std::uint32_t lanes_done = 0;
  std::uint32_t lanes_waiting = 0;
};

struct PassGroup {
  std::uint32_t lanes = 0;  // participating lanes, mask; never 0
  std::uint32_t cost = 0;   // number of wavefronts
};

struct SharedSchedule {
  std::vector<PassGroup> groups;
  std::vector<Wavefront> wavefronts;  // in group order; size() == cost.wavefronts
  // Distinct words of each bank, over the whole access.
  std::array<std::uint32_t, banks> bank_words{};
  // The largest demand on the bank within one group: the N of "N-way".
  std::array<std::uint32_t, banks> bank_load{};
  SharedCost cost;
};

// Counters do not show in which order the hardware serves the words of one bank; the schedule uses
// ascending lane order. The number of wavefronts and what is served together are measured.
[[nodiscard]] SharedSchedule shared_schedule(const WarpAccess& access);

}  // namespace lanescope::memory
