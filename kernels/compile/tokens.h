// The tokens of a CUDA text, which need not be one that a compiler accepts.
#pragma once

#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

namespace lanescope::compile {

enum class TokenKind { word, number, literal, sign, directive };

struct Token {
  std::string_view text;  // of the text that was given
  std::size_t at = 0;     // bytes from its start
  int line = 0;           // from 1
  TokenKind kind = TokenKind::sign;

  [[nodiscard]] std::size_t end() const { return at + text.size(); }
  [[nodiscard]] int last_line() const;
};

// In the order of the text, without comments. A literal is one token. So is a directive, with the
// lines that a backslash joins to it.
[[nodiscard]] std::vector<Token> tokens_of(std::string_view text);

// The first two words of a directive: "#  ifdef X" -> "ifdef", "X".
[[nodiscard]] std::pair<std::string_view, std::string_view> words_of_directive(
    std::string_view directive);

}  // namespace lanescope::compile
