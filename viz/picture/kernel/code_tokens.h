// A minimal CUDA C++ tokenizer: enough to draw comments and keywords fainter than the rest.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace lanescope::picture {

enum class TokenKind : std::uint8_t { plain, keyword, comment, directive };

struct Token {
  TokenKind kind = TokenKind::plain;
  std::size_t begin = 0, end = 0;  // byte offsets in the line
};

// The tokens cover the whole line without gaps. `in_comment` carries an open /* from line to line.
[[nodiscard]] std::vector<Token> tokens_of(std::string_view line, bool& in_comment);

}  // namespace lanescope::picture
