#include "sim/text/localised.h"

#include <algorithm>

namespace lanescope {
namespace {

bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
bool is_letter_or_digit(char c) {
  return is_lower(c) || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

}  // namespace

bool is_language_code(std::string_view text) {
  const std::size_t end = std::min(text.find('-'), text.size());
  const std::string_view language = text.substr(0, end);
  if (language.size() < 2 || language.size() > 3) return false;
  if (!std::all_of(language.begin(), language.end(), is_lower)) return false;
  while (!(text = text.substr(std::min(text.find('-'), text.size()))).empty()) {
    text.remove_prefix(1);
    const std::string_view part = text.substr(0, text.find('-'));
    if (part.size() < 2 || part.size() > 8) return false;
    if (!std::all_of(part.begin(), part.end(), is_letter_or_digit)) return false;
  }
  return true;
}

const std::string& Localised::in(std::string_view language) const {
  static const std::string none;
  for (const std::string_view wanted : {language, std::string_view("en")}) {
    const auto found = by_language.find(wanted);
    if (found != by_language.end() && !found->second.empty()) return found->second;
  }
  return none;
}

bool Localised::has(std::string_view language) const {
  const auto found = by_language.find(language);
  return found != by_language.end() && !found->second.empty();
}

}  // namespace lanescope
