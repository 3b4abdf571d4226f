// A minimal CUDA C++ tokenizer: enough to draw comments and keywords fainter than the rest.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
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

// A comment may say what a question asks. While one is open, kernels are drawn without the words of
// their comments.
// The text with "// …" in place of each comment: the same lines, and the code where it was.
[[nodiscard]] std::string without_comment_words(std::string_view text);
// Line `line` of the text, from 1, without comments and the blanks around it. Empty if there is no
// such line.
[[nodiscard]] std::string code_in_line(std::string_view text, int line);

}  // namespace lanescope::picture
