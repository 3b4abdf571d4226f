// Where a line of English or Chinese text may end, and text cut into lines there.
#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "viz/scene/style.h"

namespace lanescope::scene {

// Part of a Chinese text: an ideograph or a full-width sign.
[[nodiscard]] bool is_wide(char32_t character);
// May a line end between the two? Both are no blanks.
[[nodiscard]] bool may_break(char32_t before, char32_t after);
// The character that begins at `at`, which is moved behind it. What is no UTF-8 counts as one
// character a byte.
[[nodiscard]] char32_t next_character(std::string_view text, std::size_t& at);

// Lines of at most `width` pixels, broken at blanks, beside Chinese characters and where the text
// has a line break; a word wider than that is broken anywhere. Not more than `most`: the last is
// then cut with an ellipsis.
[[nodiscard]] std::vector<std::string> wrapped(
    const Style& style, FontRole font, float size, std::string_view text, float width,
    std::size_t most = std::numeric_limits<std::size_t>::max());

}  // namespace lanescope::scene
