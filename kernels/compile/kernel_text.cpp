#include "kernels/compile/kernel_text.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "kernels/compile/prelude.h"

namespace lanescope::compile {
namespace {

// Headers that a .cu file made for nvcc begins with. What device code needs of them is there
// without any header (prelude/common.h has the integer types); the host's half of them has no
// meaning here.
constexpr std::string_view known_headers[] = {"cuda.h",
                                              "cuda_runtime.h",
                                              "cuda_runtime_api.h",
                                              "device_launch_parameters.h",
                                              "device_functions.h",
                                              "math.h",
                                              "cmath",
                                              "stdio.h",
                                              "cstdio",
                                              "stdlib.h",
                                              "cstdlib",
                                              "assert.h",
                                              "cassert",
                                              "stddef.h",
                                              "cstddef",
                                              "stdint.h",
                                              "cstdint"};

std::string_view without_blanks_before(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  return first == std::string_view::npos ? std::string_view{} : text.substr(first);
}

// The name in `#include <name>` or `#include "name"`; empty for any other line.
std::string_view included(std::string_view line) {
  line = without_blanks_before(line);
  if (!line.starts_with('#')) return {};
  line = without_blanks_before(line.substr(1));
  if (!line.starts_with("include")) return {};
  line = without_blanks_before(line.substr(7));
  if (line.empty() || (line[0] != '<' && line[0] != '"')) return {};
  const std::size_t end = line.find(line[0] == '<' ? '>' : '"', 1);
  return end == std::string_view::npos ? std::string_view{} : line.substr(1, end - 1);
}

}  // namespace

std::string without_known_headers(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    const bool known = std::find(std::begin(known_headers), std::end(known_headers),
                                 included(line)) != std::end(known_headers);
    if (!known) result += line;
    if (end == std::string_view::npos) break;
    result += '\n';
    text.remove_prefix(end + 1);
  }
  return result;
}

std::string framed_text(const Source& source) {
  std::string text = fmt::format("#line 1 \"/lanescope/common.h\"\n{}\n", prelude::common);
  text += "#line 1 \"/lanescope/defines\"\n";
  for (const auto& [name, value] : source.defines) {
    text += fmt::format("#define {} {}\n", name, value);
  }
  text +=
      fmt::format("#line 1 \"{}\"\n{}", internal_source_name, without_known_headers(source.text));
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
