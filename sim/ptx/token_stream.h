// The token cursor that all parts of the parser share. It holds at most one error, which stops
// parsing.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "sim/ptx/lexer.h"
#include "sim/ptx/module.h"

namespace lanescope::ptx {

// Once an error is set, every `expect_*` and `fail` returns false or an empty value. Later errors
// are ignored.
class TokenStream {
 public:
  explicit TokenStream(std::span<const Token> tokens) : tokens_(tokens) {}

  [[nodiscard]] const Token& peek(std::size_t ahead = 0) const {
    const std::size_t index = at_ + ahead;
    return index < tokens_.size() ? tokens_[index] : tokens_.back();
  }
  const Token& take() {
    const Token& token = peek();
    if (at_ + 1 < tokens_.size()) ++at_;
    return token;
  }
  bool take_if(char punctuation) {
    if (!peek().is(punctuation)) return false;
    take();
    return true;
  }
  bool take_if_dotted(std::string_view text) {
    if (!peek().is_dotted(text)) return false;
    take();
    return true;
  }
  bool expect(char punctuation) {
    if (take_if(punctuation)) return true;
    return fail(std::string("expected '") + punctuation + "'");
  }
  // Takes the next token, which must be an integer.
  std::optional<std::uint64_t> expect_integer() {
    if (peek().kind == TokenKind::integer) return take().bits;
    fail("expected a number");
    return std::nullopt;
  }

  // Skips past the next ';', or past a balanced {...} if that comes first.
  void skip_statement() {
    int depth = 0;
    while (peek().kind != TokenKind::end) {
      const Token& token = take();
      if (token.is('{')) ++depth;
      if (token.is('}') && --depth == 0) return;
      if (token.is(';') && depth == 0) return;
    }
  }

  bool fail(std::string message) { return fail(DiagnosticKind::ptx_syntax, std::move(message)); }
  bool fail(DiagnosticKind kind, std::string message) {
    if (!error_) {
      const Token& token = peek();
      Diagnostic error;
      error.kind = kind;
      error.ptx_line = token.line;
      error.message = std::move(message);
      if (kind == DiagnosticKind::ptx_syntax) {
        error.message += token.kind == TokenKind::end ? ", but the text ends"
                                                      : " before '" + std::string(token.text) + "'";
      }
      error_ = std::move(error);
    }
    return false;
  }
  [[nodiscard]] bool failed() const { return error_.has_value(); }
  [[nodiscard]] const Diagnostic& error() const { return *error_; }

 private:
  std::span<const Token> tokens_;
  std::size_t at_ = 0;
  std::optional<Diagnostic> error_;
};

// Starts after the linkage directives, at ".space". Reads "a, b[3] = {...}" up to, but not
// including, the ';', the ',' of a parameter list or the ')'. `single`: a parameter, exactly one
// name.
[[nodiscard]] std::vector<Variable> parse_variables(TokenStream& in, bool single, bool is_extern);

// Starts at the token after the opening '{' and reads up to and including the closing '}'.
// `read_loc` is called after the word ".loc" and returns the index of the location it set. Returns
// false if `in` has failed.
bool parse_body(TokenStream& in, Function& function, std::uint32_t& current_loc,
                const std::function<std::uint32_t()>& read_loc);

}  // namespace lanescope::ptx
