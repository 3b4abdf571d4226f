#include "app/figures/source_line.h"

#include <algorithm>

namespace lanescope::app {

std::string source_line(const std::string& text, int line) {
  std::size_t begin = 0;
  for (int i = 1; i < line; ++i) {
    begin = text.find('\n', begin);
    if (begin == std::string::npos) {
      return {};
    }
    ++begin;
  }
  const std::size_t end = std::min(text.find('\n', begin), text.size());
  const std::size_t first = text.find_first_not_of(" \t\r", begin);
  if (line < 1 || first >= end) {
    return {};
  }
  return text.substr(first, text.find_last_not_of(" \t\r", end - 1) + 1 - first);
}

}  // namespace lanescope::app
