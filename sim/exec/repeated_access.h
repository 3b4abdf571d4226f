// What a memory instruction did the last time, so that it can be done again at another base: see
// repeated_access.cpp.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "sim/exec/instruction.h"

namespace lanescope::exec {

// Two lines of the cache, and all that a repetition looks at. `base` is of the address row.
struct alignas(64) RepeatedAccess {
  // The commonest ways to move data, done in place; all others are called.
  enum class Way : std::uint8_t {
    unknown,  // nothing was done that could be repeated
    called,
    broadcast_word,
    load_row_of_words,
    store_row_of_words,
    // Of warps of 16 x 2 threads, whose two halves do the same at two places:
    broadcast_two_words,
    load_two_halves,
    store_two_halves,
  };

  Way way = Way::unknown;
  bool marks = false;  // the footprint has to know
  Row address;
  Row value;  // of the ways done in place
  std::uint64_t step_x = 0;
  std::uint64_t step_y = 0;
  std::uint64_t to_region = 0;   // base + this: where the lowest byte lies in the region
  std::uint64_t last_first = 0;  // the highest such place
  std::uintptr_t to_data = 0;    // base + this: the data of lane 0
  // (base + to_space) & same_bits is `place` where the access is aligned and costs what the last
  // one did.
  std::uint64_t to_space = 0;
  std::uint64_t same_bits = 0;
  std::uint64_t place = 0;
  std::int64_t to_second_half = 0;  // from the data of lane 0 to that of lane 16
  std::uint64_t done = 0;           // repetitions that are not yet counted
  std::uint64_t* count = nullptr;   // where they are to be
};
static_assert(sizeof(RepeatedAccess) == 128);

// The rest, which only a change looks at.
struct RepeatedPlaces {
  std::uint64_t region = 0;  // the address where it begins
  std::size_t array = 0;     // of global memory
  struct Counter {
    std::uint64_t place = 0;
    std::uint64_t* count = nullptr;
  };
  std::array<Counter, 32> counters{};  // by place / 4
};

}  // namespace lanescope::exec
