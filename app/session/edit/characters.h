// Characters of a line and lines of a text that is being edited.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sim/text/characters.h"

namespace lanescope::app {

// Where the character begins that the byte belongs to. Looks at the bytes around it only.
[[nodiscard]] std::size_t character_start(std::string_view line, std::size_t at);
[[nodiscard]] inline bool is_between_characters(std::string_view line, std::size_t at) {
  return character_start(line, at) == at;
}

// What a movement by words stops between. Letters of any language belong to words.
enum class CharacterKind : std::uint8_t { blank, word, sign };
[[nodiscard]] CharacterKind kind_at(std::string_view line, std::size_t at);

// How many columns it takes in a fixed-width font where it begins in the `column`.
[[nodiscard]] std::size_t columns_of(Character character, std::size_t column);

[[nodiscard]] inline bool is_blank(char c) { return c == ' ' || c == '\t'; }
// Blanks at the line's beginning.
[[nodiscard]] std::size_t blanks_before(std::string_view line);

// With "\n" for "\r\n" and "\r".
[[nodiscard]] std::string with_plain_line_ends(std::string_view text);
// The lines of a text with plain line ends; one at least, and behind the last end another.
[[nodiscard]] std::vector<std::string> lines_to_edit(std::string_view text);

}  // namespace lanescope::app
