// The first difference between two arrays, as text. Included by kernel_case.h.
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstring>
#include <limits>
#include <span>
#include <string>
#include <type_traits>

#include <fmt/format.h>

namespace lanescope::conformance {

template <class T>
std::string shown(const T& value) {
  if constexpr (std::is_floating_point_v<T>) {
    return fmt::format("{} ({:a})", value, value);
  } else if constexpr (std::is_integral_v<T>) {
    return fmt::format("{} ({:#x})", +value, static_cast<std::make_unsigned_t<T>>(value));
  } else {
    std::string text = "bytes";
    for (const std::byte byte : std::as_bytes(std::span(&value, 1)))
      text += fmt::format(" {:02x}", static_cast<unsigned>(byte));
    return text;
  }
}

template <class T>
bool equal(const T& a, const T& b, double ulps) {
  if (std::memcmp(&a, &b, sizeof a) == 0) return true;
  if constexpr (std::is_floating_point_v<T>) {
    if (std::isnan(a) && std::isnan(b)) return true;
    using Limits = std::numeric_limits<T>;
    if (ulps == 0 || std::isnan(a) || std::isnan(b)) return false;
    // The size of a ulp at the larger of the two; the same for all subnormals. Infinity is one ulp
    // above the largest number, because a result that may be one ulp off may overflow.
    const auto step_at = [](T value) -> long double {
      const T below = std::nextafter(value, T{0});
      return static_cast<long double>(value) - below;
    };
    const auto place = [&](T value) -> long double {
      if (std::isfinite(value)) return value;
      const long double beyond = Limits::max() + step_at(Limits::max());
      return value > 0 ? beyond : -beyond;
    };
    const T larger = std::clamp(std::max(std::abs(a), std::abs(b)), Limits::min(), Limits::max());
    const long double step = larger == Limits::min() ? Limits::denorm_min() : step_at(larger);
    return std::abs(place(a) - place(b)) <= static_cast<long double>(ulps) * step;
  }
  return false;
}

template <class T>
std::string difference(std::span<const std::byte> expected, std::span<const std::byte> found,
                       double ulps) {
  static_assert(std::is_trivially_copyable_v<T>);
  for (std::size_t at = 0; at + sizeof(T) <= expected.size(); at += sizeof(T)) {
    T wanted, got;
    std::memcpy(&wanted, expected.data() + at, sizeof wanted);
    std::memcpy(&got, found.data() + at, sizeof got);
    if (!equal(wanted, got, ulps))
      return fmt::format("[{}]: {} expected, {} found", at / sizeof(T), shown(wanted), shown(got));
  }
  return {};
}

}  // namespace lanescope::conformance
