// The lines of a kernel's text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

// Line `line` of `text`, counted from 1, without the blanks around it. Empty if there is no such
// line.
[[nodiscard]] std::string_view source_line(std::string_view text, int line);

// All lines, without their ends ("\n" or "\r\n"). They point into `text`.
[[nodiscard]] std::vector<std::string_view> lines_of(std::string_view text);

// The text with blanks in place of comments and of what stands between quotes: what is left is
// code, in its line and column. Raw strings are taken for plain ones.
[[nodiscard]] std::string bare_code(std::string_view text);

}  // namespace lanescope
