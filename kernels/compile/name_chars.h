// The characters of names in C++.
#pragma once

#include <cctype>

namespace lanescope::compile {

[[nodiscard]] inline bool begins_name(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_';
}
[[nodiscard]] inline bool continues_name(char c) {
  return begins_name(c) || std::isdigit(static_cast<unsigned char>(c)) != 0;
}

}  // namespace lanescope::compile
