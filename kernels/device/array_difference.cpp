#include "kernels/device/array_difference.h"

#include <cmath>
#include <cstring>
#include <type_traits>

#include <fmt/format.h>

#include "kernels/lesson_file/element_type.h"

namespace lanescope::device {
namespace {

template <class T>
T element(std::span<const std::byte> bytes, std::uint64_t index) {
  T value;
  std::memcpy(&value, bytes.data() + index * sizeof(T), sizeof(T));
  return value;
}

template <class T>
std::string text_of(T value) {
  if constexpr (std::is_floating_point_v<T>) {
    return fmt::format("{}", value);  // the shortest text with exactly this value
  } else if constexpr (lesson::is_short_float<T>) {
    return fmt::format("{}", static_cast<float>(value));
  } else {
    return std::to_string(value);
  }
}

template <class T>
bool equal(T expected, T found, const Tolerance& tolerance) {
  if constexpr (lesson::is_short_float<T>) {
    return equal(static_cast<float>(expected), static_cast<float>(found), tolerance);
  } else if constexpr (std::is_floating_point_v<T>) {
    if (std::isnan(expected) || std::isnan(found)) return std::isnan(expected) && std::isnan(found);
    if (tolerance.relative == 0 && tolerance.absolute == 0)
      return expected == found && std::signbit(expected) == std::signbit(found);
    if (std::isinf(expected) || std::isinf(found)) return expected == found;
    const double apart = std::abs(static_cast<double>(found) - static_cast<double>(expected));
    return apart <=
           tolerance.absolute + tolerance.relative * std::abs(static_cast<double>(expected));
  } else {
    return expected == found;
  }
}

template <class T>
std::optional<ArrayDifference> compare(std::span<const std::byte> expected,
                                       std::span<const std::byte> found,
                                       const Tolerance& tolerance) {
  std::optional<ArrayDifference> difference;
  for (std::uint64_t i = 0; i < expected.size() / sizeof(T); ++i) {
    const T one = element<T>(expected, i);
    const T other = element<T>(found, i);
    if (equal(one, other, tolerance)) continue;
    if (!difference) difference = ArrayDifference{i, text_of(one), text_of(other), 0};
    ++difference->count;
  }
  return difference;
}

}  // namespace

std::optional<ArrayDifference> first_difference(std::span<const std::byte> expected,
                                                std::span<const std::byte> found,
                                                lesson::ElementType type, Tolerance tolerance) {
  // The usual case, as fast as memory allows.
  if (expected.empty()) return std::nullopt;
  if (expected.size() == found.size() &&
      std::memcmp(expected.data(), found.data(), expected.size()) == 0) {
    return std::nullopt;
  }
  return lesson::with_type(
      type, [&](auto zero) { return compare<decltype(zero)>(expected, found, tolerance); });
}

}  // namespace lanescope::device
