#include "sim/diagnostics/source_line.h"

#include <algorithm>
#include <cctype>

namespace lanescope {
namespace {

// The end of the comment or the literal that begins at `at`; `at` if none does.
std::size_t end_of_no_code(std::string_view text, std::size_t at) {
  const auto end_of_line = [&](std::size_t from) {
    return std::min(text.find('\n', from), text.size());
  };
  const std::string_view rest = text.substr(at);
  if (rest.starts_with("//")) {
    std::size_t end = end_of_line(at);
    while (end < text.size() && text[end - 1] == '\\') end = end_of_line(end + 1);
    return end;
  }
  if (rest.starts_with("/*")) {
    const std::size_t end = text.find("*/", at + 2);
    return end == std::string_view::npos ? text.size() : end + 2;
  }
  const char quote = rest.front();
  // An apostrophe in a number separates digits.
  const bool in_number =
      quote == '\'' && at > 0 && std::isalnum(static_cast<unsigned char>(text[at - 1])) != 0;
  if ((quote != '"' && quote != '\'') || in_number) return at;
  std::size_t end = at + 1;
  while (end < text.size() && text[end] != quote && text[end] != '\n')
    end += text[end] == '\\' ? 2 : 1;
  return std::min(end + 1, text.size());
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

std::string bare_code(std::string_view text) {
  std::string code(text);
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = end_of_no_code(text, at);
    const bool is_literal = text[at] != '/';
    for (std::size_t i = at; i < end; ++i) {
      const bool is_quote = is_literal && text[i] == text[at] && (i == at || i + 1 == end);
      if (!is_quote && text[i] != '\n') code[i] = ' ';
    }
    at = std::max(end, at + 1);
  }
  return code;
}

}  // namespace lanescope
