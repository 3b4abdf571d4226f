// Asynchronous copies to shared memory that are in flight (PTX ISA, cp.async).
//
// The bytes are read when the copy is issued, and appear in shared memory when the issuing thread
// waits for its group. Until then a reader sees the old bytes, as may happen on the device if a
// kernel forgets the wait. Each thread counts its own groups.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "sim/exec/state/memory_parts.h"
#include "sim/memory/access.h"

namespace lanescope::exec {

class AsyncCopies {
 public:
  AsyncCopies(std::uint32_t warps, std::uint64_t shared_bytes)
      : warps_(warps),
        in_flight_((shared_bytes + word_bytes - 1) / word_bytes),
        memory_parts_(shared_bytes) {}

  // Drops the copies that the preceding block did not wait for.
  void start_block();
  using Data = std::array<std::array<std::byte, 16>, memory::warp_lanes>;
  // Adds the copies of the lanes of `mask`, issued by `site`: `bytes` bytes of `data` each, to
  // `to`, at `address` in shared memory. All addresses are in [first, last].
  void add(std::uint32_t warp, std::uint32_t mask, std::byte* const* to,
           const std::uint64_t* address, const Data& data, std::uint32_t bytes, std::uint64_t first,
           std::uint64_t last, std::uint32_t site);
  // cp.async.commit_group: the copies that these lanes issued since their last commit become a
  // group.
  void commit(std::uint32_t warp, std::uint32_t mask);
  // cp.async.wait_group: all but the last `left` groups of these lanes arrive.
  void wait(std::uint32_t warp, std::uint32_t mask, std::uint32_t left);

  [[nodiscard]] bool any() const { return count_ > 0; }
  // Whether a copy to one of these words of shared memory is in flight. Precondition: the words are
  // in range.
  [[nodiscard]] bool is_in_flight(std::uint64_t address, std::uint32_t bytes) const;
  // Whether that is out of the question for all bytes of [first, last].
  [[nodiscard]] bool none_near(std::uint64_t first, std::uint64_t last) const {
    return (memory_parts_.of(first, last) & parts_) == 0;
  }
  // The same for any of columns * rows addresses, which are the steps apart.
  [[nodiscard]] bool any_in_flight(std::uint64_t base, std::uint64_t step_x, std::uint32_t columns,
                                   std::uint64_t step_y, std::uint32_t rows,
                                   std::uint32_t bytes) const;
  struct Issued {
    std::uint32_t thread = 0;  // index in the block
    std::uint32_t site = 0;
  };
  [[nodiscard]] std::optional<Issued> find(std::uint64_t address, std::uint32_t bytes) const;

 private:
  static constexpr std::uint64_t word_bytes = 4;

  // What the lanes of one instruction copy.
  struct Copy {
    std::uint32_t mask = 0;  // that have not arrived
    std::uint32_t bytes = 0;
    std::uint32_t site = 0;
    std::uint64_t parts = 0;
    std::array<std::uint32_t, memory::warp_lanes> group;  // number of the group in its lane
    std::array<std::byte*, memory::warp_lanes> to;
    std::array<std::uint64_t, memory::warp_lanes> address;
    Data data;
  };
  struct Warp {
    std::vector<Copy> copies;                                // in order of issue
    std::array<std::uint32_t, memory::warp_lanes> groups{};  // committed groups, per lane
    std::uint64_t parts = 0;                                 // of all its copies
  };
  // Adds `change` (1 or -1) to the count of each word that these lanes fill.
  void count(const Copy& copy, std::uint32_t lanes, int change);
  static std::uint32_t lanes_before(const Copy& copy, const Warp& warp, std::uint32_t left);

  std::vector<Warp> warps_;
  std::vector<std::uint16_t> in_flight_;  // copies in flight, for each word of shared memory
  std::uint64_t count_ = 0;               // number of all copies
  MemoryParts memory_parts_;
  std::uint64_t parts_ = 0;  // of all copies
};

}  // namespace lanescope::exec
