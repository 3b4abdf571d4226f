// The words that the lanes of an access want, as a formula of the lane's number i: "33·i + 5", or
// with an exclusive or, as in a swizzled tile: "32·i + (i ^ 5)".
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "sim/memory/access.h"

namespace lanescope::picture {

// The first word of every participating lane i is base + stride * i + scale * (i ^ key).
struct WordPattern {
  std::int64_t base = 0;
  std::int64_t stride = 0;
  std::int64_t scale = 0;  // 0: without an exclusive or
  int key = 0;
  bool operator==(const WordPattern&) const = default;

  [[nodiscard]] bool has_exclusive_or() const { return scale != 0; }
};

// nullopt if the words have no such form or fewer than two lanes take part. An exclusive or is
// looked for only among eight or more lanes: a few words fit one by chance.
[[nodiscard]] std::optional<WordPattern> word_pattern(const memory::WarpAccess& access);

// "33·i + 5", "i", "7 − 2·i", "12", "32·i + (i ^ 5)", "160 + (i ^ 5)"
[[nodiscard]] std::string formula(const WordPattern& words);

}  // namespace lanescope::picture
