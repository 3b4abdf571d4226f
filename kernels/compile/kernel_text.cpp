#include "kernels/compile/kernel_text.h"

#include <fmt/format.h>

#include "kernels/compile/prelude.h"

namespace lanescope::compile {

std::string framed_text(const Source& source) {
  std::string text = fmt::format("#line 1 \"/lanescope/common.h\"\n{}\n", prelude::common);
  text += "#line 1 \"/lanescope/defines\"\n";
  for (const auto& [name, value] : source.defines) {
    text += fmt::format("#define {} {}\n", name, value);
  }
  text += fmt::format("#line 1 \"{}\"\n{}", internal_source_name, source.text);
  return text;
}

std::string with_source_name(std::string_view ptx, std::string_view name) {
  std::string printable(name);
  for (char& c : printable) {
    if (c == '"' || c == '\\' || static_cast<unsigned char>(c) < 0x20) c = '_';
  }
  const std::string quoted = '"' + std::string(internal_source_name) + '"';
  std::string result;
  result.reserve(ptx.size() + printable.size());
  while (!ptx.empty()) {
    const std::size_t end = ptx.find('\n');
    std::string_view line = ptx.substr(0, end == std::string_view::npos ? end : end + 1);
    ptx.remove_prefix(line.size());
    const std::size_t at = line.find(quoted);
    const std::size_t first = line.find_first_not_of(" \t");
    if (at != std::string_view::npos && line.substr(first).starts_with(".file")) {
      result += line.substr(0, at);
      result += '"' + printable + '"';
      line.remove_prefix(at + quoted.size());
    }
    result += line;
  }
  return result;
}

}  // namespace lanescope::compile
