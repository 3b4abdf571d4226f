// The lines of a kernel that a step of the guide names: in `code` between backticks.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lanescope::app {

// What a step names, and which step it is.
struct NamedCode {
  std::string at;                  // lesson and step; "": no step is open
  std::vector<std::string> spans;  // in the order of the text
};

// The code between backticks, without the part from "..." on.
[[nodiscard]] std::vector<std::string> code_spans(std::string_view markdown);
// The lines of `source`, from 1, in the order of `spans`, each once. A span names a line if no
// other line has it; comments do not count.
[[nodiscard]] std::vector<int> named_lines(std::string_view source,
                                           const std::vector<std::string>& spans);

}  // namespace lanescope::app
