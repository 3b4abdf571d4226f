#include "app/session/edit/characters.h"

#include <algorithm>

#include "sim/text/source_line.h"

namespace lanescope::app {

std::size_t character_start(std::string_view line, std::size_t at) {
  if (at >= line.size() || !continues_character(line[at])) return at;
  for (std::size_t back = 1; back <= 3 && back <= at; ++back) {
    if (continues_character(line[at - back])) continue;
    return character_at(line, at - back).bytes > back ? at - back : at;
  }
  return at;
}

CharacterKind kind_at(std::string_view line, std::size_t at) {
  const Character character = character_at(line, at);
  const char32_t c = character.code;
  if (c < 0x80) {
    if (c == ' ' || c == '\t') return CharacterKind::blank;
    return is_of_name(static_cast<char>(c)) ? CharacterKind::word : CharacterKind::sign;
  }
  if (c == 0xa0 || c == 0x3000) return CharacterKind::blank;  // no-break and ideographic space
  const bool is_sign = c == no_character || (c > 0xa0 && c < 0xc0) || (c >= 0x2000 && c < 0x2070) ||
                       (c > 0x3000 && c < 0x3020) || (c >= 0xff01 && c <= 0xff0f) ||
                       (c >= 0xff1a && c <= 0xff20) || (c >= 0xff3b && c <= 0xff40) ||
                       (c >= 0xff5b && c <= 0xff65);
  return is_sign ? CharacterKind::sign : CharacterKind::word;
}

std::size_t columns_of(Character character, std::size_t column) {
  if (character.code == '\t') return 4 - column % 4;
  return takes_two_columns(character.code) ? 2 : 1;
}

std::size_t blanks_before(std::string_view line) {
  return std::min(line.find_first_not_of(" \t"), line.size());
}

std::string with_plain_line_ends(std::string_view text) {
  std::string plain;
  plain.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n') continue;
    plain += text[i] == '\r' ? '\n' : text[i];
  }
  return plain;
}

std::vector<std::string> lines_to_edit(std::string_view text) {
  const std::vector<std::string_view> views = lines_of(text);
  std::vector<std::string> lines(views.begin(), views.end());
  if (text.empty() || text.ends_with('\n')) lines.emplace_back();
  return lines;
}

}  // namespace lanescope::app
