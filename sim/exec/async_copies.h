// Asynchronous copies to shared memory that are on their way (PTX ISA, cp.async).
//
// The bytes are read when the copy is issued, and appear in shared memory when the thread that
// issued it waits for its group: until then a reader finds what was there before, as a kernel that
// forgets the wait may on the device. Every thread counts its own groups.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/memory/access.h"

namespace lanescope::exec {

class AsyncCopies {
 public:
  explicit AsyncCopies(std::uint32_t warps) : warps_(warps) {}

  // Copies that nobody waited for in the block before are forgotten.
  void start_block();
  void add(std::uint32_t warp, int lane, std::byte* to, const std::byte* bytes,
           std::uint32_t count);
  // cp.async.commit_group: what these lanes issued since the last one becomes a group.
  void commit(std::uint32_t warp, std::uint32_t mask);
  // cp.async.wait_group: all but the last `left` groups of these lanes arrive.
  void wait(std::uint32_t warp, std::uint32_t mask, std::uint32_t left);

 private:
  struct Copy {
    std::byte* to = nullptr;
    std::uint32_t group = 0;  // of its lane
    std::uint8_t lane = 0;
    std::uint8_t bytes = 0;
    std::array<std::byte, 16> data{};
  };
  struct Warp {
    std::vector<Copy> copies;                                // in order of issue
    std::array<std::uint32_t, memory::warp_lanes> groups{};  // committed, of each lane
  };
  std::vector<Warp> warps_;
};

}  // namespace lanescope::exec
