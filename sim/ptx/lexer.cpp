#include "sim/ptx/lexer.h"

#include <bit>
#include <cctype>
#include <charconv>
#include <string>

#include <fmt/format.h>

namespace lanescope::ptx {
namespace {

bool starts_word(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$' || c == '%';
}
bool continues_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$';
}
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}

  tl::expected<std::vector<Token>, Diagnostic> run() {
    tokens_.reserve(text_.size() / 4);
    while (skip_blank()) {
      if (!next()) return tl::unexpected(error_);
    }
    if (failed_) return tl::unexpected(error_);
    Token end;
    end.line = line_;
    end.column = column();
    tokens_.push_back(end);
    return std::move(tokens_);
  }

 private:
  [[nodiscard]] char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  [[nodiscard]] int column() const { return static_cast<int>(at_ - line_start_) + 1; }

  bool fail(std::string message) {
    failed_ = true;
    error_.kind = DiagnosticKind::ptx_syntax;
    error_.message = std::move(message);
    error_.ptx_line = line_;
    return false;
  }

  void new_line() {
    ++line_;
    line_start_ = at_ + 1;
  }

  // Moves to the next token. Returns false at the end or on an error.
  bool skip_blank() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '\n') {
        new_line();
        ++at_;
      } else if (c == ' ' || c == '\t' || c == '\r' || c == '\0') {
        ++at_;  // NVRTC's PTX includes the terminating zero
      } else if (c == '/' && peek(1) == '/') {
        while (at_ < text_.size() && text_[at_] != '\n') ++at_;
      } else if (c == '/' && peek(1) == '*') {
        if (!skip_comment()) return false;
      } else {
        return true;
      }
    }
    return false;
  }

  bool skip_comment() {
    for (at_ += 2; at_ < text_.size(); ++at_) {
      if (text_[at_] == '\n') new_line();
      if (text_[at_] == '*' && peek(1) == '/') {
        at_ += 2;
        return true;
      }
    }
    return fail("the comment is not closed");
  }

  Token& push(TokenKind kind, std::size_t begin, std::size_t length) {
    Token token;
    token.kind = kind;
    token.text = text_.substr(begin, length);
    token.line = line_;
    token.column = static_cast<int>(begin - line_start_) + 1;
    return tokens_.emplace_back(token);
  }

  bool next() {
    const char c = peek();
    if (starts_word(c)) return word();
    if (c == '.' && (continues_word(peek(1)))) return dotted();
    if (is_digit(c)) return number();
    if (c == '"') return string();
    constexpr std::string_view used = "{}[]()<>,;:@!|+-=*/&^~?.#";
    if (used.find(c) == std::string_view::npos)
      return fail(fmt::format("PTX does not use the character '{}' here", c));
    push(TokenKind::punctuation, at_, 1);
    ++at_;
    return true;
  }

  bool word() {
    const std::size_t begin = at_++;
    while (continues_word(peek())) ++at_;
    push(TokenKind::word, begin, at_ - begin);
    return true;
  }

  bool dotted() {
    const std::size_t begin = ++at_;
    while (continues_word(peek()) || (peek() == ':' && peek(1) == ':') ||
           (peek() == ':' && at_ > begin && text_[at_ - 1] == ':')) {
      ++at_;
    }
    Token& token = push(TokenKind::dotted, begin, at_ - begin);
    token.column -= 1;  // the dot
    return true;
  }

  bool string() {
    const std::size_t begin = ++at_;
    while (at_ < text_.size() && text_[at_] != '"' && text_[at_] != '\n') {
      if (text_[at_] == '\\') ++at_;
      ++at_;
    }
    if (peek() != '"') return fail("the string is not closed");
    push(TokenKind::string, begin, at_ - begin);
    ++at_;
    return true;
  }

  bool number() {
    const std::size_t begin = at_;
    const char kind = static_cast<char>(std::tolower(static_cast<unsigned char>(peek(1))));
    if (peek() == '0' && (kind == 'f' || kind == 'd')) return float_bits(kind == 'f' ? 8 : 16);
    if (peek() == '0' && kind == 'x') return integer(begin, begin + 2, 16);
    if (peek() == '0' && kind == 'b') return integer(begin, begin + 2, 2);
    std::size_t end = at_;
    while (end < text_.size() && is_digit(text_[end])) ++end;
    const char after = end < text_.size() ? text_[end] : '\0';
    const bool fraction = after == '.' && end + 1 < text_.size() && is_digit(text_[end + 1]);
    if (fraction || after == 'e' || after == 'E') return decimal_float(begin);
    return integer(begin, begin, peek() == '0' && end > begin + 1 ? 8 : 10);
  }

  bool integer(std::size_t token_begin, std::size_t digits, int base) {
    std::uint64_t value = 0;
    const char* first = text_.data() + digits;
    const auto [last, error] = std::from_chars(first, text_.data() + text_.size(), value, base);
    if (error != std::errc{}) return fail("the number does not fit 64 bits");
    at_ = static_cast<std::size_t>(last - text_.data());
    if (peek() == 'U') ++at_;
    push(TokenKind::integer, token_begin, at_ - token_begin).bits = value;
    return true;
  }

  bool float_bits(int digits) {
    std::uint64_t value = 0;
    const std::size_t begin = at_;
    const char* first = text_.data() + at_ + 2;
    const char* limit = text_.data() + text_.size();
    const auto [last, error] = std::from_chars(first, limit, value, 16);
    if (error != std::errc{} || last - first != digits) {
      return fail(
          fmt::format("a floating-point bit pattern has {} hexadecimal digits here", digits));
    }
    at_ = static_cast<std::size_t>(last - text_.data());
    push(digits == 8 ? TokenKind::float32 : TokenKind::float64, begin, at_ - begin).bits = value;
    return true;
  }

  bool decimal_float(std::size_t begin) {
    double value = 0;
    const auto [last, error] =
        std::from_chars(text_.data() + begin, text_.data() + text_.size(), value);
    if (error != std::errc{}) return fail("the number is not a floating-point literal");
    at_ = static_cast<std::size_t>(last - text_.data());
    push(TokenKind::float64, begin, at_ - begin).bits = std::bit_cast<std::uint64_t>(value);
    return true;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t line_start_ = 0;
  int line_ = 1;
  bool failed_ = false;
  Diagnostic error_;
  std::vector<Token> tokens_;
};

}  // namespace

tl::expected<std::vector<Token>, Diagnostic> lex(std::string_view text) {
  return Lexer(text).run();
}

}  // namespace lanescope::ptx
