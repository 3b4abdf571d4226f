// Just enough of CUDA C++'s words to set comments and keywords back behind what a kernel does.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace lanescope::scene {

enum class TokenKind : std::uint8_t { plain, keyword, comment, directive };

struct Token {
  TokenKind kind = TokenKind::plain;
  std::size_t begin = 0, end = 0;  // bytes of the line
};

// Covers the line from its first to its last character without gaps. `in_comment` carries an open
// /* from line to line.
[[nodiscard]] std::vector<Token> tokens_of(std::string_view line, bool& in_comment);

}  // namespace lanescope::scene
