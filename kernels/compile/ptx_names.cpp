#include "kernels/compile/ptx_names.h"

namespace lanescope::compile {

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
