// Line breaking for English and Chinese text.
#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "viz/picture/core/style.h"

namespace lanescope::picture {

// True if a line may end between these two characters: beside those of Chinese text. Neither may be
// a blank.
[[nodiscard]] bool may_break(char32_t before, char32_t after);
// True if no line may end at the blank between these two: "50 %", "12 µs".
[[nodiscard]] bool is_number_and_sign(char32_t before, char32_t after);
// The character at `at`; moves `at` past it. A byte that is not valid UTF-8 counts as a character.
[[nodiscard]] char32_t next_character(std::string_view text, std::size_t& at);
// How many characters the text has: its width in a fixed-width font.
[[nodiscard]] std::size_t character_count(std::string_view text);

[[nodiscard]] std::string_view without_blanks_at_end(std::string_view line);
// Without the white space at both ends.
[[nodiscard]] std::string trimmed(std::string_view text);
// A line of source text with blanks for its tabs (every 4 columns) and without carriage returns.
[[nodiscard]] std::string without_tabs(std::string_view line);

// Lines of at most `width` pixels, broken at blanks, next to Chinese characters and at line breaks
// in the text. A word wider than `width` is broken anywhere. `most`: upper limit of lines; if there
// are more, the last line is cut with an ellipsis.
[[nodiscard]] std::vector<std::string> wrapped(
    const Style& style, FontRole font, float size, std::string_view text, float width,
    std::size_t most = std::numeric_limits<std::size_t>::max());

}  // namespace lanescope::picture
