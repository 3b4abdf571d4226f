#include "viz/text/texts.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include <fmt/format.h>

namespace lanescope::text {
namespace {

// Replaces each "{n|sector|sectors}" by the word that fits the argument n.
std::string with_words_for_numbers(std::string_view pattern, fmt::format_args args) {
  if (pattern.find('|') == std::string_view::npos) return std::string(pattern);
  std::string chosen;
  std::size_t open = 0;
  while ((open = pattern.find('{')) != std::string_view::npos) {
    const std::size_t close = std::min(pattern.find('}', open), pattern.size());
    const std::string_view field = pattern.substr(open + 1, close - open - 1);
    const std::size_t one = field.find('|');
    const std::size_t many = field.find('|', one + 1);
    chosen += pattern.substr(0, open);
    if (one == std::string_view::npos || many == std::string_view::npos) {
      chosen += pattern.substr(open, close + 1 - open);
    } else {
      const std::string number = fmt::vformat(fmt::format("{{{}}}", field.substr(0, one)), args);
      chosen += number == "1" ? field.substr(one + 1, many - one - 1) : field.substr(many + 1);
    }
    pattern.remove_prefix(std::min(close + 1, pattern.size()));
  }
  return chosen += pattern;
}

}  // namespace

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
    return fmt::vformat(with_words_for_numbers(written, args), args);
  } catch (const fmt::format_error&) {
    return std::string(written);
  }
}

std::string Texts::grouped(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > 0; at -= 3)
    digits.insert(static_cast<std::size_t>(at), ",");
  return digits;
}

std::string Texts::rounded(double value, int decimals) {
  const double scale = std::pow(10.0, decimals);
  return fmt::format("{:.{}f}", std::round(value * scale) / scale, decimals);
}

}  // namespace lanescope::text
