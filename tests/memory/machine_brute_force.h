// A second implementation of other machines' rules, written directly from the CUDA C Programming
// Guide 4.2, Appendix F: byte by byte, with sets. Shares no code with sim/memory.
#pragma once

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "sim/memory/memory_rules.h"
#include "tests/memory/brute_force.h"

namespace lanescope::memory::testing {

// The lanes of each request, ascending; requests without lanes are left out.
inline std::vector<std::vector<int>> brute_force_requests(const WarpAccess& access, int width) {
  std::map<int, std::vector<int>> found;
  for (int lane = 0; lane < warp_lanes; ++lane) {
    if (access.lane_is_active(lane)) found[lane / width].push_back(lane);
  }
  std::vector<std::vector<int>> requests;
  for (auto& [index, lanes] : found) requests.push_back(lanes);
  return requests;
}

inline std::set<std::uint64_t> brute_force_bytes(const WarpAccess& access, int lane) {
  std::set<std::uint64_t> bytes;
  const std::uint64_t address = access.address[static_cast<std::size_t>(lane)];
  for (std::uint64_t byte = 0; byte < access.bytes; ++byte) bytes.insert(address + byte);
  return bytes;
}

// The sizes of the transactions of one request.
inline std::vector<std::uint32_t> brute_force_transactions(const WarpAccess& access,
                                                           const std::vector<int>& lanes,
                                                           GlobalRule rule) {
  std::set<std::uint64_t> wanted;
  for (const int lane : lanes) wanted.merge(brute_force_bytes(access, lane));
  std::vector<std::uint32_t> sizes;
  if (rule == GlobalRule::cached_lines) {
    const std::uint64_t unit = access.op == Op::load ? 128 : 32;
    std::set<std::uint64_t> units;
    for (const std::uint64_t byte : wanted) units.insert(byte / unit);
    sizes.assign(units.size(), static_cast<std::uint32_t>(unit));
  } else if (rule == GlobalRule::segments) {
    const std::uint64_t segment = access.bytes == 1 ? 32 : access.bytes == 2 ? 64 : 128;
    std::map<std::uint64_t, std::set<std::uint64_t>> segments;
    for (const std::uint64_t byte : wanted) segments[byte / segment].insert(byte % segment);
    for (const auto& [index, bytes] : segments) {
      std::uint64_t size = segment;
      while (size > 32 && *bytes.begin() / (size / 2) == *bytes.rbegin() / (size / 2)) size /= 2;
      sizes.push_back(static_cast<std::uint32_t>(size));
    }
  } else {
    const std::uint64_t half = access.address[static_cast<std::size_t>(lanes.front())] -
                               static_cast<std::uint64_t>(lanes.front() % 16) * access.bytes;
    bool in_sequence = access.bytes >= 4 && half % (access.bytes == 4 ? 64 : 128) == 0;
    for (const int lane : lanes) {
      in_sequence = in_sequence && access.address[static_cast<std::size_t>(lane)] ==
                                       half + static_cast<std::uint64_t>(lane % 16) * access.bytes;
    }
    if (in_sequence) {
      if (access.bytes == 4) sizes = {64};
      if (access.bytes == 8) sizes = {128};
      if (access.bytes == 16) sizes = {128, 128};
    } else {
      for (const int lane : lanes) {
        std::set<std::uint64_t> parts;
        for (const std::uint64_t byte : brute_force_bytes(access, lane)) parts.insert(byte / 32);
        sizes.insert(sizes.end(), parts.size(), 32);
      }
    }
  }
  return sizes;
}

inline GlobalCost brute_force_global_cost(const WarpAccess& access, const MemoryRules& machine) {
  GlobalCost cost = brute_force_global_cost(access);
  if (machine.global == GlobalRule::sectors || queues(access)) return cost;
  const bool fermi = machine.global == GlobalRule::cached_lines;
  const int width = !fermi ? 16 : access.bytes == 16 ? 8 : access.bytes == 8 ? 16 : 32;
  const std::uint32_t unit = fermi && access.op == Op::load ? 128 : 32;
  cost.sectors = cost.tag_lookups = cost.ideal_sectors = 0;
  for (const std::vector<int>& lanes : brute_force_requests(access, width)) {
    for (const std::uint32_t size : brute_force_transactions(access, lanes, machine.global)) {
      cost.sectors += size / 32;
      ++cost.tag_lookups;
    }
    std::set<std::uint64_t> wanted;
    for (const int lane : lanes) wanted.merge(brute_force_bytes(access, lane));
    const auto bytes = static_cast<std::uint32_t>(wanted.size());
    cost.ideal_sectors += (bytes + unit - 1) / unit * (unit / 32);
  }
  return cost;
}

// F.3.3.2: the steps of one read request on 1.x; `word_of`: the lanes' words. The guide does not
// say which word is broadcast. As in machine_shared.cpp: the word that most lanes want, in the bank
// with the most waiting lanes (in a tie, the first lane's bank).
inline std::uint32_t brute_force_broadcast_steps(std::map<int, std::uint64_t> word_of) {
  std::uint32_t steps = 0;
  for (; !word_of.empty(); ++steps) {
    std::map<std::uint64_t, int> in_bank, on_word;
    for (const auto& [lane, word] : word_of) {
      ++in_bank[word % 16];
      ++on_word[word];
    }
    std::uint64_t chosen = 0;
    std::pair<int, int> most{0, 0};
    for (const auto& [lane, word] : word_of) {
      const std::pair<int, int> here{in_bank[word % 16], on_word[word]};
      if (here > most) {
        most = here;
        chosen = word;
      }
    }
    std::set<std::uint64_t> taken{chosen % 16};
    for (auto at = word_of.begin(); at != word_of.end();) {
      const bool served = at->second == chosen || taken.insert(at->second % 16).second;
      at = served ? word_of.erase(at) : std::next(at);
    }
  }
  return steps;
}

inline SharedCost brute_force_shared_cost(const WarpAccess& access, const MemoryRules& machine) {
  if (machine.shared == SharedRule::measured) return brute_force_shared_cost(access);
  const bool tesla = machine.shared == SharedRule::half_warps;
  const std::uint64_t bank_count = tesla ? 16 : 32;
  int width = tesla ? 16 : 32;
  if (machine.shared == SharedRule::whole_warp && !queues(access) && access.bytes > 4)
    width = access.bytes == 8 ? 16 : 8;
  if (machine.shared == SharedRule::paired_rows && !queues(access) && access.bytes == 16)
    width = 16;
  SharedCost cost;
  const auto add = [&cost](std::size_t steps) {
    const auto ways = static_cast<std::uint32_t>(steps);
    cost.wavefronts += ways;
    cost.ideal_wavefronts += 1;
    cost.worst_ways = std::max(cost.worst_ways, ways);
  };
  for (const std::vector<int>& lanes : brute_force_requests(access, width)) {
    cost.bytes_requested += static_cast<std::uint32_t>(lanes.size()) * access.bytes;
    const std::uint64_t part = tesla ? 4 : access.bytes;
    for (std::uint64_t from = 0; from < access.bytes; from += part) {
      std::map<int, std::uint64_t> word_of;
      // Entries of a bank that are served one after the other.
      std::map<std::uint64_t, std::multiset<std::uint64_t>> in_bank;
      for (const int lane : lanes) {
        const std::uint64_t address = access.address[static_cast<std::size_t>(lane)] + from;
        word_of[lane] = address / 4;
        std::set<std::uint64_t> words;
        for (std::uint64_t byte = 0; byte < std::min<std::uint64_t>(part, access.bytes); ++byte)
          words.insert((address + byte) / 4);
        for (const std::uint64_t word : words) {
          std::uint64_t key = word;
          if (tesla) key = address;
          if (machine.shared == SharedRule::paired_rows) key = word / 64;
          auto& turns = in_bank[word % bank_count];
          if (queues(access) || !turns.contains(key)) turns.insert(key);
        }
      }
      std::size_t most = 0;
      for (const auto& [bank, turns] : in_bank) most = std::max(most, turns.size());
      if (tesla && access.op == Op::load) {
        add(brute_force_broadcast_steps(word_of));
      } else {
        const bool one_more = machine.shared == SharedRule::whole_warp && access.bytes == 16;
        add(most + (one_more && !queues(access) ? 1 : 0));
      }
    }
  }
  cost.conflicts = cost.wavefronts - cost.ideal_wavefronts;
  return cost;
}

}  // namespace lanescope::memory::testing
