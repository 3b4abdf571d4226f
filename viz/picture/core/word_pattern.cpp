#include "viz/picture/core/word_pattern.h"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "sim/memory/shared.h"

namespace lanescope::picture {
namespace {

constexpr int min_lanes_for_exclusive_or = 8;

std::int64_t word_of(const memory::WarpAccess& access, int lane) {
  return static_cast<std::int64_t>(access.address[static_cast<std::size_t>(lane)] /
                                   memory::bank_bytes);
}

// base and stride such that word = base + stride * i + scale * (i ^ key) for all participating
// lanes.
std::optional<WordPattern> fitted(const memory::WarpAccess& access, std::int64_t scale, int key) {
  const auto rest = [&](int lane) { return word_of(access, lane) - scale * (lane ^ key); };
  const int first = std::countr_zero(access.mask);
  const int second = std::countr_zero(access.mask & ~(1U << first));
  const std::int64_t rise = rest(second) - rest(first);
  if (rise % (second - first) != 0) return std::nullopt;
  WordPattern words{0, rise / (second - first), scale, key};
  words.base = rest(first) - words.stride * first;
  for (int lane = 0; lane < memory::warp_lanes; ++lane) {
    if (access.lane_is_active(lane) && rest(lane) != words.base + words.stride * lane)
      return std::nullopt;
  }
  return words;
}

std::string product_of(std::int64_t factor, const std::string& what) {
  return factor == 1 ? what : fmt::format("{}·{}", factor, what);
}

}  // namespace

std::optional<WordPattern> word_pattern(const memory::WarpAccess& access) {
  const int lanes = std::popcount(access.mask);
  if (lanes < 2) return std::nullopt;
  if (const auto words = fitted(access, 0, 0)) return words;
  if (lanes < min_lanes_for_exclusive_or) return std::nullopt;
  // A swizzle exchanges whole elements.
  const std::int64_t scale =
      std::max<std::int64_t>(1, access.bytes / static_cast<std::int64_t>(memory::bank_bytes));
  for (int key = 1; key < memory::warp_lanes; ++key) {
    if (const auto words = fitted(access, scale, key)) return words;
  }
  return std::nullopt;
}

std::string formula(const WordPattern& words) {
  const std::int64_t size = words.stride < 0 ? -words.stride : words.stride;
  const std::string of_lane = product_of(size, "i");
  if (words.has_exclusive_or()) {
    const std::string exchanged = product_of(words.scale, fmt::format("(i ^ {})", words.key));
    std::string text;
    if (words.base != 0) text = std::to_string(words.base);
    if (words.stride != 0) {
      const char* sign =
          words.stride < 0 ? (text.empty() ? "−" : " − ") : (text.empty() ? "" : " + ");
      text += sign + of_lane;
    }
    return text.empty() ? exchanged : text + " + " + exchanged;
  }
  if (words.stride == 0) return std::to_string(words.base);
  if (words.stride < 0) return fmt::format("{} − {}", words.base, of_lane);
  if (words.base == 0) return of_lane;
  return words.base > 0 ? fmt::format("{} + {}", of_lane, words.base)
                        : fmt::format("{} − {}", of_lane, -words.base);
}

}  // namespace lanescope::picture
