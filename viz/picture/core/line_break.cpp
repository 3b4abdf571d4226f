#include "viz/picture/core/line_break.h"

#include <algorithm>

#include "sim/text/characters.h"

namespace lanescope::picture {
namespace {

bool closes(char32_t c) {
  constexpr std::u32string_view signs = U"，。、；：？！）】」』》〉〕｝％‰…—～·”’,.;:?!)]}%°";
  return signs.find(c) != std::u32string_view::npos;
}

bool opens(char32_t c) {
  constexpr std::u32string_view signs = U"（【「『《〈〔｛“‘([{";
  return signs.find(c) != std::u32string_view::npos;
}

// Bytes of `text` in the next line, including a blank at its end, which is not drawn.
std::size_t line_end(const Style& style, FontRole font, float size, std::string_view text,
                     float width) {
  std::size_t at = 0;
  std::size_t last_break = 0;
  char32_t before = 0;
  while (at < text.size()) {
    std::size_t next = at;
    const char32_t character = next_character(text, next);
    if (character != U' ' && at > 0 && style.measure(font, size, text.substr(0, next)) > width)
      return last_break > 0 ? last_break : at;
    if (next < text.size()) {
      std::size_t behind = next;
      const char32_t following = next_character(text, behind);
      const bool ends_here = character == U' ' ? !is_number_and_sign(before, following)
                                               : may_break(character, following);
      if (following != U' ' && ends_here) last_break = next;
    }
    before = character;
    at = next;
  }
  return at;
}

}  // namespace

char32_t next_character(std::string_view text, std::size_t& at) {
  const Character character = character_at(text, at);
  at += character.bytes;
  return character.code;
}

bool may_break(char32_t before, char32_t after) {
  return (takes_two_columns(before) || takes_two_columns(after)) && !closes(after) &&
         !opens(before);
}

bool is_number_and_sign(char32_t before, char32_t after) {
  return before >= U'0' && before <= U'9' && (after == U'%' || after == U'µ');
}

std::size_t character_count(std::string_view text) {
  return text.size() - static_cast<std::size_t>(std::ranges::count_if(text, continues_character));
}

std::string_view without_blanks_at_end(std::string_view line) {
  while (!line.empty() && line.back() == ' ') line.remove_suffix(1);
  return line;
}

std::string trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return {};
  return std::string(text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1));
}

std::string without_tabs(std::string_view line) {
  std::string plain;
  for (const char character : line) {
    if (character == '\t') {
      plain.append(4 - plain.size() % 4, ' ');
    } else if (character != '\r') {
      plain += character;
    }
  }
  return plain;
}

std::vector<std::string> wrapped(const Style& style, FontRole font, float size,
                                 std::string_view text, float width, std::size_t most) {
  std::vector<std::string> lines;
  while (!text.empty() && lines.size() < most) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view rest = text.substr(0, end);
    if (lines.size() + 1 == most) {
      lines.push_back(fitted(style, font, size, rest, width));
      break;
    }
    const std::size_t cut = line_end(style, font, size, rest, width);
    lines.emplace_back(without_blanks_at_end(rest.substr(0, cut)));
    text.remove_prefix(std::min(text.size(), cut == end ? end + 1 : cut));
  }
  return lines;
}

}  // namespace lanescope::picture
