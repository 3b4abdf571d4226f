// The previous access of a memory instruction, kept so that it can be repeated at another base: see
// repeated_access.cpp.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "sim/exec/lanes/instruction.h"

namespace lanescope::exec {

// Two cache lines with everything that a repetition needs. `base` means that of the address row.
struct alignas(64) RepeatedAccess {
  // How to move the data. The most common ways are done in place, all others are called.
  enum class Way : std::uint8_t {
    unknown,  // no access that can be repeated
    called,
    broadcast_word,
    load_row_of_words,
    store_row_of_words,
    // For warps of 16 x 2 threads, whose two halves do the same at two places:
    broadcast_two_words,
    load_two_halves,
    store_two_halves,
  };

  Way way = Way::unknown;
  bool marks = false;  // the footprint must be marked
  Row address;
  Row value;  // the register, for ways done in place
  std::uint64_t step_x = 0;
  std::uint64_t step_y = 0;
  std::uint64_t to_region = 0;   // added to base: the offset of the lowest byte in the region
  std::uint64_t last_first = 0;  // the highest valid offset
  std::uintptr_t to_data = 0;    // added to base: the address of lane 0's data
  // If (base + to_space) & same_bits equals `place`, the access is aligned and costs the same as
  // the previous one.
  std::uint64_t to_space = 0;
  std::uint64_t same_bits = 0;
  std::uint64_t place = 0;
  std::int64_t to_second_half = 0;  // from lane 0's data to lane 16's
  std::uint64_t done = 0;           // repetitions that are not counted yet
  std::uint64_t* count = nullptr;   // the counter that they are added to
};
static_assert(sizeof(RepeatedAccess) == 128);

// Data that is only needed when the place changes.
struct RepeatedPlaces {
  std::uint64_t region = 0;  // address of its start
  std::size_t array = 0;     // of global memory
  struct Counter {
    std::uint64_t place = 0;
    std::uint64_t* count = nullptr;
  };
  std::array<Counter, 32> counters{};  // indexed by place / 4
};

}  // namespace lanescope::exec
