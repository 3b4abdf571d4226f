#include "sim/text/source_line.h"

#include <algorithm>
#include <cstddef>

namespace lanescope {
namespace {

// 1'000'000
bool is_in_number(std::string_view line, std::size_t quote) {
  std::size_t start = quote;
  while (start > 0 && quote - start < 40 &&
         (is_of_name(line[start - 1]) || line[start - 1] == '\''))
    --start;
  return start < quote && line[start] >= '0' && line[start] <= '9';
}

// The characters that end a raw string which begins with this quote; empty: it begins none.
std::string end_of_raw_string(std::string_view line, std::size_t quote) {
  std::size_t start = quote;
  while (start > 0 && quote - start < 4 && is_of_name(line[start - 1])) --start;
  const std::string_view prefix = line.substr(start, quote - start);
  if (prefix != "R" && prefix != "LR" && prefix != "uR" && prefix != "UR" && prefix != "u8R")
    return {};
  const std::string_view begin = line.substr(quote + 1, 17);  // at most 16 characters and "("
  const std::size_t open = std::min(begin.find_first_of("( )\\"), begin.size());
  if (!begin.substr(open).starts_with('(')) return {};
  return ')' + std::string(begin.substr(0, open)) + '"';
}

}  // namespace

std::string_view source_line(std::string_view text, int line) {
  if (line < 1) return {};
  for (int i = 1; i < line; ++i) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) return {};
    text.remove_prefix(end + 1);
  }
  text = text.substr(0, text.find('\n'));
  const std::size_t first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") + 1 - first);
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.push_back(line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

bool CodeReader::next_of_rest(std::string_view line, std::size_t& column) {
  const std::size_t before = column++;
  const char c = line[before];
  const std::string_view rest = line.substr(before);
  switch (in_) {
    case In::code:
      if (rest.starts_with("//")) in_ = In::line_comment;
      if (rest.starts_with("/*")) in_ = In::comment, ++column;
      if (c == '/') return in_ == In::code;
      if (c == '\'' && is_in_number(line, before)) return true;
      quote_ = c;
      raw_end_ = c == '"' ? end_of_raw_string(line, before) : std::string();
      in_ = raw_end_.empty() ? In::quotes : In::raw_string;
      return true;
    case In::comment:
      if (rest.starts_with("*/")) in_ = In::code, ++column;
      return false;
    case In::quotes:
      if (c == '\\') ++column;
      if (c == quote_) in_ = In::code;
      return c == quote_;
    case In::raw_string:
      if (!rest.starts_with(raw_end_)) return false;
      in_ = In::quotes;
      column = before + raw_end_.size() - 1;
      return false;
    case In::line_comment:
      column = line.size();
      return false;
  }
  return false;
}

void CodeReader::end_line(std::string_view line) {
  if ((in_ == In::line_comment || in_ == In::quotes) && !line.ends_with('\\')) in_ = In::code;
}

std::string bare_code(std::string_view text) {
  std::string code(text);
  CodeReader reader;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    std::string_view line = text.substr(start, end - start);
    if (line.ends_with('\r')) line.remove_suffix(1);  // behind the backslash that joins two lines
    for (std::size_t column = 0; column < line.size();) {
      const std::size_t first = column;
      if (reader.next(line, column)) continue;
      column = std::min(column, line.size());
      std::fill_n(code.begin() + static_cast<std::ptrdiff_t>(start + first), column - first, ' ');
    }
    reader.end_line(line);
    start = end + 1;
  }
  return code;
}

}  // namespace lanescope
