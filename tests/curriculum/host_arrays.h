// Contents of the lessons' arrays before a launch, computed on the host, and checks of the arrays
// after a run.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "tests/run/lesson_on_disk.h"

namespace lanescope::app {

using Floats = std::vector<float>;

// init = "iota"
template <class T = float>
std::vector<T> iota(std::int64_t count) {
  std::vector<T> all(static_cast<std::size_t>(count));
  std::iota(all.begin(), all.end(), T{});
  return all;
}

// init = "mod:M"
inline Floats mod(std::int64_t count, std::int64_t m) {
  Floats all;
  for (std::int64_t i = 0; i < count; ++i) all.push_back(static_cast<float>(i % m));
  return all;
}

// init = "hash:M"
template <class T = float>
std::vector<T> hashed(std::int64_t count, std::uint64_t m) {
  std::vector<T> all;
  for (std::uint64_t i = 0; i < static_cast<std::uint64_t>(count); ++i)
    all.push_back(static_cast<T>(i * 2654435761U % (std::uint64_t{1} << 32) / 256 % m));
  return all;
}

// Expects that the run left the array with these values and has no findings.
template <class T>
void expect_array(const Outcome& outcome, const std::string& name, const std::vector<T>& expected,
                  const std::string& what) {
  const auto& arrays = outcome.report.arrays;
  const auto found = std::find_if(arrays.begin(), arrays.end(),
                                  [&](const auto& array) { return array.name == name; });
  ASSERT_NE(found, arrays.end()) << what << ": " << name;
  EXPECT_EQ(found->fnv1a64, hash_of(expected)) << what << ": " << name;
  EXPECT_EQ(outcome.report.diagnostics_total, 0U) << what;
}

// The largest number of different words in one bank. `words`: 4-byte words wanted by lanes that are
// served together. Counted bank by bank, without the simulator.
inline std::uint64_t max_words_per_bank(std::vector<std::uint64_t> words) {
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
  std::vector<std::uint64_t> of_bank(32);
  for (const std::uint64_t word : words) ++of_bank[word % 32];
  return *std::max_element(of_bank.begin(), of_bank.end());
}

}  // namespace lanescope::app
