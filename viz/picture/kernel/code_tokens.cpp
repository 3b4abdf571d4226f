#include "viz/picture/kernel/code_tokens.h"

#include <algorithm>
#include <array>

#include "sim/text/source_line.h"

namespace lanescope::picture {
namespace {

bool is_keyword(std::string_view word) {
  static constexpr std::array<std::string_view, 42> keywords{
      "__constant__", "__device__", "__forceinline__",
      "__global__",   "__host__",   "__launch_bounds__",
      "__restrict__", "__shared__", "auto",
      "bool",         "break",      "case",
      "char",         "const",      "constexpr",
      "continue",     "default",    "do",
      "double",       "else",       "extern",
      "false",        "float",      "for",
      "if",           "inline",     "int",
      "long",         "return",     "short",
      "signed",       "sizeof",     "static",
      "struct",       "switch",     "template",
      "true",         "typename",   "unsigned",
      "using",        "void",       "while"};
  return std::binary_search(keywords.begin(), keywords.end(), word);
}

}  // namespace

std::vector<Token> tokens_of(std::string_view line, bool& in_comment) {
  std::vector<Token> tokens;
  const auto add = [&tokens](TokenKind kind, std::size_t begin, std::size_t end) {
    if (begin == end) return;
    if (!tokens.empty() && tokens.back().kind == kind) {
      tokens.back().end = end;
    } else {
      tokens.push_back({kind, begin, end});
    }
  };
  std::size_t at = 0;
  const std::size_t first = line.find_first_not_of(" \t");
  const bool directive = !in_comment && first != std::string_view::npos && line[first] == '#';
  while (at < line.size()) {
    if (in_comment) {
      const std::size_t close = line.find("*/", at);
      in_comment = close == std::string_view::npos;
      const std::size_t end = in_comment ? line.size() : close + 2;
      add(TokenKind::comment, at, end);
      at = end;
    } else if (line.compare(at, 2, "//") == 0) {
      add(TokenKind::comment, at, line.size());
      at = line.size();
    } else if (line.compare(at, 2, "/*") == 0) {
      // In "/*/" the "*" that opens the comment must not close it.
      add(TokenKind::comment, at, at + 2);
      at += 2;
      in_comment = true;
    } else if (line[at] == '"') {
      std::size_t end = at + 1;
      while (end < line.size() && line[end] != '"') end += line[end] == '\\' ? 2 : 1;
      end = std::min(end + 1, line.size());
      add(TokenKind::plain, at, end);
      at = end;
    } else if (is_of_name(line[at])) {
      std::size_t end = at;
      while (end < line.size() && is_of_name(line[end])) ++end;
      const bool keyword = is_keyword(line.substr(at, end - at));
      add(directive ? TokenKind::directive
          : keyword ? TokenKind::keyword
                    : TokenKind::plain,
          at, end);
      at = end;
    } else {
      add(directive ? TokenKind::directive : TokenKind::plain, at, at + 1);
      ++at;
    }
  }
  return tokens;
}

std::string without_comment_words(std::string_view text) {
  std::string shown;
  bool in_comment = false;
  for (const std::string_view line : lanescope::lines_of(text)) {
    for (const Token& token : tokens_of(line, in_comment)) {
      const std::string_view part = line.substr(token.begin, token.end - token.begin);
      if (token.kind != TokenKind::comment) {
        shown += part;
      } else if (part.starts_with("//")) {
        shown += "// …";
      } else {
        shown.append(part.size(), ' ');
      }
    }
    shown += '\n';
  }
  return shown;
}

std::string code_in_line(std::string_view text, int line) {
  std::string code(source_line(without_comment_words(text), line));
  bool in_comment = false;
  for (const Token& token : tokens_of(code, in_comment)) {
    if (token.kind == TokenKind::comment) code.erase(token.begin);
  }
  return std::string(source_line(code, 1));
}

}  // namespace lanescope::picture
