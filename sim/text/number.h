// A number that a text consists of, and a number as text.
#pragma once

#include <charconv>
#include <optional>
#include <string>
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

// "0.3" with one decimal, halves rounded away from zero.
[[nodiscard]] std::string rounded(double value, int decimals);
// Three significant digits, or all those before the point: "5.62", "26.8", "1024".
[[nodiscard]] std::string three_digits(double value);

}  // namespace lanescope
