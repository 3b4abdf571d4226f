// Reads CSV strictly by RFC 4180, as a spreadsheet does.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::testing {

// The fields of each line. Throws if the text is not well-formed.
inline std::vector<std::vector<std::string>> read_csv(std::string_view text) {
  std::vector<std::vector<std::string>> lines;
  std::size_t at = 0;
  while (at < text.size()) {
    std::vector<std::string> fields(1);
    for (bool ends = false; !ends;) {
      if (at < text.size() && text[at] == '"') {
        for (++at;; ++at) {
          if (at >= text.size()) throw std::runtime_error("a quote is not closed");
          if (text[at] != '"') {
            fields.back() += text[at];
          } else if (at + 1 < text.size() && text[at + 1] == '"') {
            fields.back() += text[at++];
          } else {
            ++at;
            break;
          }
        }
      } else {
        while (at < text.size() && text[at] != ',' && text[at] != '\r') {
          if (text[at] == '"' || text[at] == '\n') throw std::runtime_error("a bare quote or LF");
          fields.back() += text[at++];
        }
      }
      if (at < text.size() && text[at] == ',') {
        fields.emplace_back();
        ++at;
      } else if (text.substr(at, 2) == "\r\n") {
        at += 2;
        ends = true;
      } else {
        throw std::runtime_error("a line does not end with CR LF");
      }
    }
    lines.push_back(fields);
  }
  return lines;
}

}  // namespace lanescope::testing
