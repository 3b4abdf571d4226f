// A second implementation of the memory rules, written directly from tests/data/README.md: byte by
// byte, with sets. Shares no code with sim/memory.
#pragma once

#include <map>
#include <set>
#include <vector>

#include "sim/memory/global.h"
#include "sim/memory/shared.h"

namespace lanescope::memory::testing {

inline bool queues(const WarpAccess& access) {
  return access.op == Op::atomic || access.op == Op::reduction;
}

inline GlobalCost brute_force_global_cost(const WarpAccess& access) {
  std::set<std::uint64_t> bytes, lines;
  std::map<std::uint64_t, std::map<std::uint64_t, std::set<int>>> lanes_of_word_of_sector;
  std::uint32_t requested = 0;
  for (int lane = 0; lane < warp_lanes; ++lane) {
    if (!access.lane_is_active(lane)) continue;
    requested += access.bytes;
    const std::uint64_t address = access.address[static_cast<std::size_t>(lane)];
    const std::uint64_t word = address / (access.bytes < 4 ? 4U : access.bytes);
    for (std::uint64_t byte = address; byte < address + access.bytes; ++byte) {
      bytes.insert(byte);
      lines.insert(byte / 128);
      lanes_of_word_of_sector[byte / 32][word].insert(lane);
    }
  }
  GlobalCost cost;
  for (const auto& [sector, lanes_of_word] : lanes_of_word_of_sector) {
    std::size_t most = 0;
    for (const auto& [word, lanes] : lanes_of_word)
      most = lanes.size() > most ? lanes.size() : most;
    cost.sectors += queues(access) ? static_cast<std::uint32_t>(most) : 1;
  }
  cost.tag_lookups = static_cast<std::uint32_t>(lines.size());
  cost.bytes_requested = requested;
  cost.bytes_used = static_cast<std::uint32_t>(bytes.size());
  cost.ideal_sectors = ((queues(access) ? cost.bytes_requested : cost.bytes_used) + 31) / 32;
  return cost;
}

inline bool brute_force_pairs(const WarpAccess& access) {
  if (access.op != Op::load) return false;
  for (const int distance : {1, 2}) {
    bool all = true;
    for (int lane = 0; lane < warp_lanes; ++lane) {
      if (!access.lane_is_active(lane) || !access.lane_is_active(lane ^ distance)) continue;
      const auto at = [&](int l) { return access.address[static_cast<std::size_t>(l)]; };
      if (at(lane) != at(lane ^ distance)) all = false;
    }
    if (all) return true;
  }
  return false;
}

inline std::vector<std::set<int>> brute_force_groups(const WarpAccess& access) {
  int width = 32;
  if (!queues(access) && access.bytes == 8) width = brute_force_pairs(access) ? 32 : 16;
  if (!queues(access) && access.bytes == 16) width = brute_force_pairs(access) ? 16 : 8;
  std::map<int, std::set<int>> groups;
  for (int lane = 0; lane < warp_lanes; ++lane) {
    if (access.lane_is_active(lane)) groups[lane / width].insert(lane);
  }
  std::vector<std::set<int>> found;
  for (const auto& [index, lanes] : groups) found.push_back(lanes);
  return found;
}

// The words that a lane touches.
inline std::set<std::uint64_t> brute_force_words(const WarpAccess& access, int lane) {
  std::set<std::uint64_t> words;
  const std::uint64_t address = access.address[static_cast<std::size_t>(lane)];
  for (std::uint64_t byte = address; byte < address + access.bytes; ++byte) words.insert(byte / 4);
  return words;
}

inline SharedCost brute_force_shared_cost(const WarpAccess& access) {
  SharedCost cost;
  for (const std::set<int>& group : brute_force_groups(access)) {
    std::map<std::uint64_t, std::multiset<std::uint64_t>> in_bank;
    for (const int lane : group) {
      cost.bytes_requested += access.bytes;
      for (const std::uint64_t word : brute_force_words(access, lane)) {
        if (queues(access) || !in_bank[word % 32].contains(word)) in_bank[word % 32].insert(word);
      }
    }
    std::size_t most = 0;
    for (const auto& [bank, wanted] : in_bank) most = wanted.size() > most ? wanted.size() : most;
    const auto ways = static_cast<std::uint32_t>(most);
    cost.wavefronts += ways;
    cost.ideal_wavefronts += 1;
    cost.worst_ways = ways > cost.worst_ways ? ways : cost.worst_ways;
  }
  cost.conflicts = cost.wavefronts - cost.ideal_wavefronts;
  return cost;
}

}  // namespace lanescope::memory::testing
