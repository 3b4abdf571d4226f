#include "kernels/compile/tokens.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

#include "kernels/compile/headers.h"
#include "kernels/compile/prelude_choice.h"

namespace lanescope::compile {
namespace {

class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {
    if (text.starts_with(byte_order_mark)) at_ = byte_order_mark.size();
  }

  std::vector<Token> run() {
    while (at_ < text_.size()) advance();
    return std::move(tokens_);
  }

 private:
  [[nodiscard]] bool sees(std::string_view what) const {
    return text_.substr(at_).starts_with(what);
  }

  void advance() {
    const char c = text_[at_];
    if (c == '\n') {
      ++line_;
      is_line_empty_ = true;
      ++at_;
    } else if (std::isspace(static_cast<unsigned char>(c)) != 0 || c == '\\') {
      ++at_;
    } else if (sees("//") || sees("/*")) {
      skip(end_of_comment(at_));
    } else if (c == '#' && is_line_empty_) {
      take(end_of_directive(), TokenKind::directive);
    } else if (c == '"' || c == '\'') {
      take(end_of_quoted(at_), TokenKind::literal);
    } else if (begins_name(c)) {
      word();
    } else if (std::isdigit(static_cast<unsigned char>(c)) != 0) {
      std::size_t end = at_;
      while (end < text_.size() &&
             (continues_name(text_[end]) || text_[end] == '.' || text_[end] == '\'')) {
        ++end;
      }
      take(end, TokenKind::number);
    } else {
      constexpr std::array<std::string_view, 10> signs{
          "<<<", "::", "->", "==", "<=", ">=", "!=", "&&", "||", "..."};
      const auto* const sign = std::find_if(signs.begin(), signs.end(),
                                            [&](std::string_view each) { return sees(each); });
      take(at_ + (sign == signs.end() ? 1 : sign->size()), TokenKind::sign);
    }
  }

  void word() {
    std::size_t end = at_;
    while (end < text_.size() && continues_name(text_[end])) ++end;
    const std::string_view word = text_.substr(at_, end - at_);
    const bool is_raw =
        word == "R" || word == "LR" || word == "uR" || word == "UR" || word == "u8R";
    if (is_raw && text_.substr(end).starts_with('"')) {
      const std::size_t open = text_.find('(', end);
      if (open != std::string_view::npos) {
        const std::string close = ')' + std::string(text_.substr(end + 1, open - end - 1)) + '"';
        const std::size_t found = text_.find(close, open);
        return take(found == std::string_view::npos ? text_.size() : found + close.size(),
                    TokenKind::literal);
      }
    }
    take(end, TokenKind::word);
  }

  void skip(std::size_t end) {
    line_ += static_cast<int>(std::count(text_.begin() + static_cast<std::ptrdiff_t>(at_),
                                         text_.begin() + static_cast<std::ptrdiff_t>(end), '\n'));
    at_ = end;
  }
  void take(std::size_t end, TokenKind kind) {
    tokens_.push_back({text_.substr(at_, end - at_), at_, line_, kind});
    is_line_empty_ = false;
    skip(end);
  }

  // A line comment's newline is no part of it; a backslash before that joins the next line.
  [[nodiscard]] std::size_t end_of_line(std::size_t at) const {
    for (;; ++at) {
      at = std::min(text_.find('\n', at), text_.size());
      std::size_t before = at;
      if (before > 0 && text_[before - 1] == '\r') --before;
      if (at == text_.size() || before == 0 || text_[before - 1] != '\\') return at;
    }
  }
  [[nodiscard]] std::size_t end_of_comment(std::size_t at) const {
    if (text_[at + 1] == '/') return end_of_line(at);
    const std::size_t end = text_.find("*/", at + 2);
    return end == std::string_view::npos ? text_.size() : end + 2;
  }
  // A literal ends with its line at the latest, so that the apostrophe of a word in a branch that
  // is switched off does no harm.
  [[nodiscard]] std::size_t end_of_quoted(std::size_t at) const {
    const char quote = text_[at];
    for (++at; at < text_.size() && text_[at] != '\n'; ++at) {
      if (text_[at] == quote) return at + 1;
      if (text_[at] == '\\' && at + 1 < text_.size()) ++at;
    }
    return std::min(at, text_.size());
  }
  [[nodiscard]] std::size_t end_of_directive() const {
    const std::size_t end = end_of_line(at_);
    // A comment that begins here may end on a later line.
    for (std::size_t at = at_; at < end; ++at) {
      if (text_[at] == '"') {
        at = end_of_quoted(at) - 1;
      } else if (text_.substr(at).starts_with("//")) {
        return at;
      } else if (text_.substr(at).starts_with("/*")) {
        const std::size_t close = end_of_comment(at);
        if (close > end) return at;
        at = close - 1;
      }
    }
    return end;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int line_ = 1;
  bool is_line_empty_ = true;  // so far
  std::vector<Token> tokens_;
};

}  // namespace

int Token::last_line() const {
  return line + static_cast<int>(std::count(text.begin(), text.end(), '\n'));
}

std::vector<Token> tokens_of(std::string_view text) { return Lexer(text).run(); }

std::pair<std::string_view, std::string_view> words_of_directive(std::string_view directive) {
  directive.remove_prefix(1);
  const auto take_word = [&] {
    directive.remove_prefix(std::min(directive.find_first_not_of(" \t\\\r\n"), directive.size()));
    std::size_t end = 0;
    while (end < directive.size() && continues_name(directive[end])) ++end;
    const std::string_view word = directive.substr(0, end);
    directive.remove_prefix(end);
    return word;
  };
  const std::string_view first = take_word();
  return {first, take_word()};
}

}  // namespace lanescope::compile
