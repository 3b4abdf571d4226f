#include "sim/text/characters.h"

#include <algorithm>
#include <utility>

namespace lanescope {

Character character_at(std::string_view text, std::size_t at) {
  const auto lead = static_cast<unsigned char>(text[at]);
  if (lead < 0x80) return {lead, 1};
  const std::size_t bytes = lead >= 0xf5   ? 1
                            : lead >= 0xf0 ? 4
                            : lead >= 0xe0 ? 3
                            : lead >= 0xc2 ? 2
                                           : 1;
  if (bytes == 1 || at + bytes > text.size()) return {no_character, 1};
  char32_t code = lead & (0x7fU >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    if (!continues_character(text[at + i])) return {no_character, 1};
    code = (code << 6U) | (static_cast<unsigned char>(text[at + i]) & 0x3fU);
  }
  // Longer than necessary, half of a pair of UTF-16, or beyond the last one.
  const bool is_none = (bytes == 3 && code < 0x800) || (code >= 0xd800 && code < 0xe000) ||
                       (bytes == 4 && code < 0x10000) || code > 0x10ffff;
  return is_none ? Character{no_character, 1} : Character{code, bytes};
}

bool takes_two_columns(char32_t c) {
  constexpr std::pair<char32_t, char32_t> wide[] = {
      {0x1100, 0x115f},   {0x2e80, 0x303e},   {0x3041, 0xa4cf},   {0xa960, 0xa97f},
      {0xac00, 0xd7a3},   {0xf900, 0xfaff},   {0xfe30, 0xfe6f},   {0xff00, 0xff60},
      {0xffe0, 0xffe6},   {0x1f300, 0x1f64f}, {0x1f680, 0x1f6ff}, {0x1f900, 0x1f9ff},
      {0x1fa70, 0x1faff}, {0x20000, 0x3fffd}};
  return c >= wide[0].first && std::ranges::any_of(wide, [c](const auto& range) {
           return c >= range.first && c <= range.second;
         });
}

}  // namespace lanescope
