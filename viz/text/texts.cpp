#include "viz/text/texts.h"

#include <cmath>
#include <cstddef>

#include <fmt/format.h>

namespace lanescope::text {

Texts::Texts(const Languages& all, std::string_view language)
    : about_(&all.find(language)), english_(&all.find("en")) {}

bool Texts::has(std::string_view key) const { return pattern(key) != nullptr; }

const std::string* Texts::pattern(std::string_view key) const {
  for (const Language* language : {about_, english_}) {
    const auto found = language->patterns.find(key);
    if (found != language->patterns.end()) return &found->second;
  }
  return nullptr;
}

std::string Texts::fill(std::string_view key, fmt::format_args args) const {
  const std::string* found = pattern(key);
  const std::string_view written = found != nullptr ? std::string_view(*found) : key;
  try {
    return fmt::vformat(written, args);
  } catch (const fmt::format_error&) {
    return std::string(written);
  }
}

std::string Texts::grouped(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > 0; at -= 3) {
    digits.insert(static_cast<std::size_t>(at), ",");
  }
  return digits;
}

std::string Texts::rounded(double value, int decimals) {
  const double scale = std::pow(10.0, decimals);
  return fmt::format("{:.{}f}", std::round(value * scale) / scale, decimals);
}

}  // namespace lanescope::text
