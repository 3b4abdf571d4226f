// A number that a text consists of.
#pragma once

#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>

namespace lanescope {

// The whole text as an integer, which may be negative. None: it is something else, or too large for
// the type.
template <class Number>
[[nodiscard]] std::optional<Number> whole_number(std::string_view text, int base = 10) {
  Number number{};
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number, base);
  return error == std::errc() && stop == end ? std::optional(number) : std::nullopt;
}

}  // namespace lanescope
