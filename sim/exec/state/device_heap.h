// The memory that kernels get from malloc() and new (CUDA C++ Programming Guide 13.0, "Dynamic
// Global Memory Allocation and Operations").
//
// Memory is given out in rotation: the search for room begins where the last allocation ended.
// Freed memory so comes back as late as possible, and most uses after free are seen. Unused bytes
// follow each allocation, so that an index that is one too large reaches no other. How much fits
// is the model's: a GPU keeps other records (90,670 allocations of one byte on an H200, which also
// gives 0 bytes an address of their own, and NULL for all of its 8 MiB). For the 15 largest sizes,
// up to 2^64 - 1, an H200 returns an address, because its sum wraps; the model returns NULL. Not
// safe for several threads: kernels that allocate run their blocks in order.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sim/diagnostics/diagnostic.h"
#include "sim/exec/state/written_bytes.h"

namespace lanescope::exec {

class DeviceHeap {
 public:
  static constexpr std::uint64_t usual_bytes = 8ULL << 20;  // cudaLimitMallocHeapSize's default
  static constexpr std::uint64_t min_alignment = 16;

  // `address`: of its first byte, a multiple of min_alignment. `bytes`: of the whole heap.
  // `written`: of its bytes; what is allocated becomes unwritten.
  DeviceHeap(std::uint64_t address, std::uint64_t bytes, WrittenBytes& written);

  [[nodiscard]] std::uint64_t address() const { return address_; }
  [[nodiscard]] std::uint64_t bytes() const { return end_ - address_; }
  // With the unused bytes behind them.
  [[nodiscard]] std::uint64_t bytes_in_use() const { return in_use_; }

  // The address of new memory, a multiple of `alignment`; 0: there is no room. `alignment`: a power
  // of two, at least min_alignment. An allocation of 0 bytes has an address of its own.
  [[nodiscard]] std::uint64_t allocate(std::uint64_t bytes, std::uint64_t alignment,
                                       const SourcePlace& place);
  // Frees what allocate() returned; 0 does nothing. Returns what is wrong, or "".
  [[nodiscard]] std::string release(std::uint64_t address, const SourcePlace& place);

  // Whether all of [address, address + bytes) is in one allocation.
  [[nodiscard]] bool is_live(std::uint64_t address, std::uint64_t bytes) const;
  // For messages: where bytes lie that are not. Precondition: `address` is in the heap.
  [[nodiscard]] std::string describe(std::uint64_t address, std::uint64_t bytes) const;

 private:
  struct Allocation {
    std::uint64_t bytes = 0;
    std::uint32_t allocated_at = 0;  // indices into places_
    std::uint32_t freed_at = 0;
  };
  using Allocations = std::map<std::uint64_t, Allocation>;  // by address; they do not overlap

  [[nodiscard]] std::optional<std::uint64_t> find_room(std::uint64_t first, std::uint64_t size,
                                                       std::uint64_t alignment) const;
  // The last one that begins at `address` or before.
  [[nodiscard]] static Allocations::const_iterator last_from(const Allocations& all,
                                                             std::uint64_t address);
  void forget_freed(std::uint64_t first, std::uint64_t end);
  std::uint32_t index_of(const SourcePlace& place);
  [[nodiscard]] std::string place_of(std::uint32_t index) const;  // for messages

  std::uint64_t address_;
  std::uint64_t end_;
  std::uint64_t next_;  // where the search for room begins
  std::uint64_t in_use_ = 0;
  // No room for so much since the last release, with min_alignment.
  std::uint64_t refused_ = std::numeric_limits<std::uint64_t>::max();
  Allocations live_;
  Allocations freed_;  // whose bytes no later allocation has
  WrittenBytes& written_;
  std::vector<SourcePlace> places_;  // without duplicates
};

}  // namespace lanescope::exec
