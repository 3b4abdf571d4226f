// Parsers of short option values. The error says what is wrong with the text, without the option's
// name.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "kernels/lesson_file/lesson.h"
#include "sim/diagnostics/check_set.h"

namespace lanescope::app {

// {"PAD=1", "N=64"}; if a name is given twice, the last value counts.
[[nodiscard]] tl::expected<lesson::Values, std::string> parse_values(
    const std::vector<std::string>& texts);

struct Size {
  int width = 0, height = 0;
  bool operator==(const Size&) const = default;
};
inline constexpr int max_picture_side = 16384;  // pixels; a common limit of GL 3.3 hardware
// "1600x900".
[[nodiscard]] tl::expected<Size, std::string> parse_size(std::string_view text);

// "all" gives an empty optional, otherwise a count of at least 1.
[[nodiscard]] tl::expected<std::optional<std::uint64_t>, std::string> parse_blocks(
    std::string_view text);

// "all", "none", or names of checks that can be switched, separated by commas:
// "shared_race,misaligned". The error lists the valid names.
[[nodiscard]] tl::expected<CheckSet, std::string> parse_checks(std::string_view text);
[[nodiscard]] std::string check_names();  // separated by commas

// Part `index` (from 0) of `count` parts of a list: each `count`-th of it.
struct Shard {
  std::size_t index = 0, count = 1;
  [[nodiscard]] bool has(std::size_t number) const { return number % count == index; }
};
// "2/8": the second of eight.
[[nodiscard]] tl::expected<Shard, std::string> parse_shard(std::string_view text);

}  // namespace lanescope::app
