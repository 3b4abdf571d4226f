#include "viz/text/texts.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstddef>

#include <fmt/format.h>

#include "sim/text/number.h"

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

bool in_word(char character) {
  return std::isalnum(static_cast<unsigned char>(character)) != 0 || character == '_';
}

// The word before the blank at text[at - 1] is part of a name: "RTX 4090", "GeForce 8800 GTX".
bool follows_a_name(std::string_view text, std::size_t at) {
  if (at < 3 || text[at - 1] != ' ') return false;
  std::size_t begin = at - 1;
  bool has_capital = false;
  for (; begin > 0 && in_word(text[begin - 1]); --begin)
    has_capital = has_capital || std::isupper(static_cast<unsigned char>(text[begin - 1])) != 0;
  return has_capital && at - 1 - begin >= 2;
}

// Whether text[at, end) is a count. A number beside a comma or bracket is part of a tuple such as
// "(1024,0,0)". A number after a point is a fraction.
bool is_count(std::string_view text, std::size_t at, std::size_t end) {
  constexpr std::size_t min_digits = 4;
  constexpr std::size_t max_digits = 19;  // of a 64-bit number
  const std::string_view word = text.substr(at, end - at);
  const char before = at > 0 ? text[at - 1] : ' ';
  const char after = end < text.size() ? text[end] : ' ';
  const bool in_tuple =
      before == ',' || (after == ',' && end + 1 < text.size() && text[end + 1] != ' ');
  return word.size() >= min_digits && word.size() <= max_digits && !in_tuple && before != '.' &&
         after != ')' && after != ']' && !follows_a_name(text, at) &&
         std::ranges::all_of(word, [](unsigned char each) { return std::isdigit(each) != 0; });
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
  return lanescope::rounded(value, decimals);
}

std::string Texts::with_grouped_numbers(std::string_view text) {
  std::string all;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && in_word(text[end])) ++end;
    if (end == at) {
      all += text[at++];
      continue;
    }
    std::uint64_t number = 0;
    if (is_count(text, at, end)) {
      std::from_chars(text.data() + at, text.data() + end, number);
      all += grouped(number);
    } else {
      all += text.substr(at, end - at);
    }
    at = end;
  }
  return all;
}

}  // namespace lanescope::text
