#include "app/session/course/named_lines.h"

#include <algorithm>
#include <cctype>

namespace lanescope::app {
namespace {

bool is_of_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// `span` occurs in `line`, and not as a part of a longer name.
bool has_code(std::string_view line, std::string_view span) {
  for (std::size_t at = line.find(span); at != std::string_view::npos;
       at = line.find(span, at + 1)) {
    const std::size_t end = at + span.size();
    const bool begins = at == 0 || !is_of_word(span.front()) || !is_of_word(line[at - 1]);
    const bool ends = end == line.size() || !is_of_word(span.back()) || !is_of_word(line[end]);
    if (begins && ends) return true;
  }
  return false;
}

}  // namespace

std::vector<std::string> code_spans(std::string_view markdown) {
  std::vector<std::string> spans;
  std::size_t open = markdown.find('`');
  while (open != std::string_view::npos) {
    const std::size_t close = markdown.find('`', open + 1);
    if (close == std::string_view::npos) break;
    std::string_view span = markdown.substr(open + 1, close - open - 1);
    span = span.substr(0, span.find("..."));
    if (!span.empty()) spans.emplace_back(span);
    open = markdown.find('`', close + 1);
  }
  return spans;
}

std::vector<int> named_lines(std::string_view source, const std::vector<std::string>& spans) {
  std::vector<std::string_view> lines;
  while (!source.empty()) {
    const std::string_view line = source.substr(0, source.find('\n'));
    lines.push_back(line.substr(0, line.find("//")));
    source.remove_prefix(std::min(line.size() + 1, source.size()));
  }
  std::vector<int> named;
  for (const std::string& span : spans) {
    const auto has_span = [&](std::string_view line) { return has_code(line, span); };
    const auto found = std::find_if(lines.begin(), lines.end(), has_span);
    if (found == lines.end() || std::any_of(found + 1, lines.end(), has_span)) continue;
    const int line = static_cast<int>(found - lines.begin()) + 1;
    if (std::find(named.begin(), named.end(), line) == named.end()) named.push_back(line);
  }
  return named;
}

}  // namespace lanescope::app
