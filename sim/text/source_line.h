// The lines of a kernel's text, and which of it is code.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

// Line `line` of `text`, counted from 1, without the blanks around it. Empty if there is no such
// line.
[[nodiscard]] std::string_view source_line(std::string_view text, int line);

// All lines, without their ends ("\n" or "\r\n"). They point into `text`.
[[nodiscard]] std::vector<std::string_view> lines_of(std::string_view text);

// Of a name in C++; only ASCII, so that Chinese text around a name does not belong to it.
[[nodiscard]] inline bool is_of_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// Says which characters of a text are code, line by line, from a place on that is in no comment.
// Quotes are code; what stands between them is not.
class CodeReader {
 public:
  // Reads what begins at the column, and moves the column behind it, perhaps beyond the line's end.
  // True: it is one character of code.
  bool next(std::string_view line, std::size_t& column) {
    const char c = line[column];
    if (in_ != In::code || c == '/' || c == '"' || c == '\'') return next_of_rest(line, column);
    ++column;
    return true;
  }
  void end_line(std::string_view line);

 private:
  enum class In : std::uint8_t { code, line_comment, comment, quotes, raw_string };
  bool next_of_rest(std::string_view line, std::size_t& column);

  In in_ = In::code;
  char quote_ = '"';
  std::string raw_end_;
};

// The text with blanks in place of comments and of what stands between quotes: what is left is
// code, in its line and column.
[[nodiscard]] std::string bare_code(std::string_view text);

}  // namespace lanescope
