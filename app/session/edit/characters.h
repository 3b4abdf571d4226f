// Characters of a line of UTF-8. A byte that is no UTF-8 is a character of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::app {

struct LineCharacter {
  char32_t code = 0;  // U+FFFD for a byte that is no UTF-8
  std::size_t bytes = 1;
};
[[nodiscard]] LineCharacter character_at(std::string_view line, std::size_t at);
// Where the character begins that the byte belongs to. Looks at the bytes around it only.
[[nodiscard]] std::size_t character_start(std::string_view line, std::size_t at);
[[nodiscard]] inline bool is_between_characters(std::string_view line, std::size_t at) {
  return character_start(line, at) == at;
}

// What a movement by words stops between. Letters of any language belong to words.
enum class CharacterKind : std::uint8_t { blank, word, sign };
[[nodiscard]] CharacterKind kind_at(std::string_view line, std::size_t at);

// How many columns it takes in a fixed-width font where it begins in the `column`.
[[nodiscard]] std::size_t columns_of(LineCharacter character, std::size_t column);

[[nodiscard]] inline bool is_blank(char c) { return c == ' ' || c == '\t'; }
// Of a name in C++; only ASCII, so that Chinese text around a name does not belong to it.
[[nodiscard]] inline bool is_of_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}
// Blanks at the line's beginning.
[[nodiscard]] std::size_t blanks_before(std::string_view line);

// With "\n" for "\r\n" and "\r".
[[nodiscard]] std::string with_plain_line_ends(std::string_view text);
[[nodiscard]] std::vector<std::string> lines_of(std::string_view text);  // one at least

}  // namespace lanescope::app
