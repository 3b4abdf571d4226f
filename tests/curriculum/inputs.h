// The initial arrays of lessons, by their names in lesson files.
#pragma once

#include <cstdint>
#include <vector>

namespace lanescope::app {

using Ints = std::vector<std::int32_t>;

// init = "iota"
inline Ints counting(std::int64_t count) {
  Ints all;
  for (std::int32_t i = 0; i < count; ++i) all.push_back(i);
  return all;
}

// init = "hash:M"
inline Ints scattered(std::int64_t count, std::uint64_t modulus) {
  Ints all;
  for (std::uint64_t i = 0; i < static_cast<std::uint64_t>(count); ++i) {
    const std::uint64_t hash = i * 2654435761U % (std::uint64_t{1} << 32) / 256;
    all.push_back(static_cast<std::int32_t>(hash % modulus));
  }
  return all;
}

}  // namespace lanescope::app
