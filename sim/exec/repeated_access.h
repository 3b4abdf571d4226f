// What a memory instruction did the last time, so that it can be done again at another base: see
// repeated_access.cpp.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace lanescope::exec {

struct RepeatedAccess {
  // The commonest ways to move data, done in place; all others are called.
  enum class Way : std::uint8_t { called, broadcast_word, load_row_of_words, store_row_of_words };

  bool known = false;
  Way way = Way::called;
  bool is_global = false;
  std::uint64_t step_x = 0;  // of the address row
  std::uint64_t step_y = 0;
  std::uint64_t offset = 0;      // from the row's base to the address in its space
  std::uint64_t to_first = 0;    // from lane 0's address to the lowest one
  std::uint64_t low_bits = 0;    // none may be set in an aligned address
  std::uint64_t region = 0;      // where the memory begins that was accessed,
  std::uint64_t last_first = 0;  // how far behind that the lowest address may be,
  std::byte* data = nullptr;     // and its bytes
  std::size_t array = 0;         // of global memory
  // Where the observer counts, by the address modulo 128; nullptr: it wants to be told.
  static constexpr std::uint64_t places = 128;
  struct Counter {
    std::uint64_t* count = nullptr;
    std::uint64_t place = 0;
  };
  std::array<Counter, places / 4> counters{};
};

}  // namespace lanescope::exec
