// One warp's access while it is executed, lane by lane.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/exec/lanes/lane_loops.h"
#include "sim/exec/program/program.h"
#include "sim/memory/access.h"

namespace lanescope::exec {

struct Request {
  const MemoryInstruction& in;
  const Lanes& lanes;
  std::uint32_t warp;
  memory::WarpAccess access;
  // Per participating lane; nullptr: out of range or misaligned.
  std::byte* data[warp_lanes] = {};
  std::uint32_t valid = 0;  // the participating lanes that have data
  // Of the participating lanes' addresses, set with them: the lowest, the highest, all their bits.
  std::uint64_t lowest = 0;
  std::uint64_t highest = 0;
  std::uint64_t bits = 0;
  bool is_row = false;  // all lanes take part, each next to the one before it

  // Sets the addresses of the participating lanes, and what is known of all of them.
  void set_addresses(const std::uint64_t* from, std::uint64_t offset);
  void set_addresses(const std::uint32_t* from, std::uint64_t offset);
  // For a window of 32 bits.
  void set_short_addresses(const std::uint32_t* from, std::uint64_t offset);
  // The same, when `access` has the addresses.
  void find_span() { set_addresses(access.address.data(), 0); }
};

}  // namespace lanescope::exec
