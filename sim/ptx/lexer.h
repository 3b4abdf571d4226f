// PTX text -> tokens (PTX ISA, "Syntax"). The grammar needs one token of look-ahead.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "sim/diagnostics/diagnostic.h"

namespace lanescope::ptx {

enum class TokenKind : std::uint8_t {
  word,         // identifier, register, opcode: starts with a letter, _, $ or %
  dotted,       // ".global", ".shared::cta": `text` is without the leading dot
  integer,      // value in `bits`
  float32,      // 0f3F800000: bit pattern in `bits`
  float64,      // 0d..., or a decimal literal with a point or exponent: bit pattern in `bits`
  string,       // `text` is without the quotes
  punctuation,  // one character in `text`
  end,
};

struct Token {
  TokenKind kind = TokenKind::end;
  std::string_view text;
  std::uint64_t bits = 0;
  int line = 0;    // in the PTX text, from 1
  int column = 0;  // from 1

  [[nodiscard]] bool is(char c) const {
    return kind == TokenKind::punctuation && text.size() == 1 && text[0] == c;
  }
  [[nodiscard]] bool is_word(std::string_view w) const {
    return kind == TokenKind::word && text == w;
  }
  [[nodiscard]] bool is_dotted(std::string_view w) const {
    return kind == TokenKind::dotted && text == w;
  }
};

// Tokens refer to `text`, which must outlive them. The last token is `end`. Errors: a character
// that PTX does not use, an unclosed comment or string, a number that does not fit 64 bits.
[[nodiscard]] tl::expected<std::vector<Token>, Diagnostic> lex(std::string_view text);

}  // namespace lanescope::ptx
