#include "app/session/edit/characters.h"

#include <algorithm>
#include <utility>

namespace lanescope::app {
namespace {

constexpr char32_t broken = 0xfffd;

bool continues(char byte) { return (static_cast<unsigned char>(byte) & 0xc0U) == 0x80U; }

// As Unicode's table "East Asian Width" has them, and emoji.
bool takes_two_columns(char32_t c) {
  constexpr std::pair<char32_t, char32_t> wide[] = {
      {0x1100, 0x115f},   {0x2e80, 0x303e},   {0x3041, 0xa4cf},   {0xa960, 0xa97f},
      {0xac00, 0xd7a3},   {0xf900, 0xfaff},   {0xfe30, 0xfe6f},   {0xff00, 0xff60},
      {0xffe0, 0xffe6},   {0x1f300, 0x1f64f}, {0x1f680, 0x1f6ff}, {0x1f900, 0x1f9ff},
      {0x1fa70, 0x1faff}, {0x20000, 0x3fffd}};
  return std::ranges::any_of(
      wide, [c](const auto& range) { return c >= range.first && c <= range.second; });
}

}  // namespace

LineCharacter character_at(std::string_view line, std::size_t at) {
  const auto lead = static_cast<unsigned char>(line[at]);
  if (lead < 0x80) return {lead, 1};
  const std::size_t bytes = lead >= 0xf5   ? 1
                            : lead >= 0xf0 ? 4
                            : lead >= 0xe0 ? 3
                            : lead >= 0xc2 ? 2
                                           : 1;
  if (bytes == 1 || at + bytes > line.size()) return {broken, 1};
  char32_t code = lead & (0x7fU >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    if (!continues(line[at + i])) return {broken, 1};
    code = (code << 6U) | (static_cast<unsigned char>(line[at + i]) & 0x3fU);
  }
  // Longer than necessary, half of a pair of UTF-16, or beyond the last one.
  const bool is_none = (bytes == 3 && code < 0x800) || (code >= 0xd800 && code < 0xe000) ||
                       (bytes == 4 && code < 0x10000) || code > 0x10ffff;
  return is_none ? LineCharacter{broken, 1} : LineCharacter{code, bytes};
}

std::size_t character_start(std::string_view line, std::size_t at) {
  if (at >= line.size() || !continues(line[at])) return at;
  for (std::size_t back = 1; back <= 3 && back <= at; ++back) {
    if (continues(line[at - back])) continue;
    return character_at(line, at - back).bytes > back ? at - back : at;
  }
  return at;
}

CharacterKind kind_at(std::string_view line, std::size_t at) {
  const LineCharacter character = character_at(line, at);
  const char32_t c = character.code;
  if (c < 0x80) {
    if (c == ' ' || c == '\t') return CharacterKind::blank;
    return is_of_name(static_cast<char>(c)) ? CharacterKind::word : CharacterKind::sign;
  }
  if (c == 0xa0 || c == 0x3000) return CharacterKind::blank;  // no-break and ideographic space
  const bool is_sign = c == broken || (c > 0xa0 && c < 0xc0) || (c >= 0x2000 && c < 0x2070) ||
                       (c > 0x3000 && c < 0x3020) || (c >= 0xff01 && c <= 0xff0f) ||
                       (c >= 0xff1a && c <= 0xff20) || (c >= 0xff3b && c <= 0xff40) ||
                       (c >= 0xff5b && c <= 0xff65);
  return is_sign ? CharacterKind::sign : CharacterKind::word;
}

std::size_t columns_of(LineCharacter character, std::size_t column) {
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

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  std::size_t start = 0;
  for (std::size_t end; (end = text.find('\n', start)) != text.npos; start = end + 1)
    lines.emplace_back(text.substr(start, end - start));
  lines.emplace_back(text.substr(start));
  return lines;
}

}  // namespace lanescope::app
