// Characters of UTF-8. A byte that is no UTF-8 is a character of its own.
#pragma once

#include <cstddef>
#include <string_view>

namespace lanescope {

struct Character {
  char32_t code = 0;  // U+FFFD for a byte that is no UTF-8
  std::size_t bytes = 1;
};
inline constexpr char32_t no_character = 0xfffd;

[[nodiscard]] Character character_at(std::string_view text, std::size_t at);
// True for a byte that is no character's first one.
[[nodiscard]] inline bool continues_character(char byte) {
  return (static_cast<unsigned char>(byte) & 0xc0U) == 0x80U;
}

// In a fixed-width font, as Unicode's table "East Asian Width" has them, and emoji.
[[nodiscard]] bool takes_two_columns(char32_t character);

}  // namespace lanescope
