#include "kernels/compile/kernel_text.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "kernels/compile/flags.h"
#include "kernels/compile/wanted_kernel.h"

namespace lanescope::compile {
namespace {

// Headers that .cu files for nvcc commonly include. Device code gets their contents without
// including them; their host half has no meaning here.
constexpr std::string_view known_headers[] = {"algorithm",
                                              "assert.h",
                                              "builtin_types.h",
                                              "cassert",
                                              "cfloat",
                                              "climits",
                                              "cmath",
                                              "cstddef",
                                              "cstdint",
                                              "cstdio",
                                              "cstdlib",
                                              "cstring",
                                              "cuda.h",
                                              "cuda/std/cassert",
                                              "cuda/std/cfloat",
                                              "cuda/std/climits",
                                              "cuda/std/cmath",
                                              "cuda/std/cstddef",
                                              "cuda/std/cstdint",
                                              "cuda/std/limits",
                                              "cuda/std/type_traits",
                                              "cuda/std/utility",
                                              "cuda_device_runtime_api.h",
                                              "cuda_runtime.h",
                                              "cuda_runtime_api.h",
                                              "device_atomic_functions.h",
                                              "device_functions.h",
                                              "device_launch_parameters.h",
                                              "driver_types.h",
                                              "float.h",
                                              "host_defines.h",
                                              "limits",
                                              "limits.h",
                                              "math.h",
                                              "math_constants.h",
                                              "math_functions.h",
                                              "sm_20_intrinsics.h",
                                              "sm_30_intrinsics.h",
                                              "sm_32_intrinsics.h",
                                              "sm_60_atomic_functions.h",
                                              "sm_61_intrinsics.h",
                                              "stddef.h",
                                              "stdint.h",
                                              "stdio.h",
                                              "stdlib.h",
                                              "string.h",
                                              "type_traits",
                                              "utility",
                                              "vector_functions.h",
                                              "vector_types.h"};

// NVRTC takes these from the Toolkit.
constexpr std::string_view known_to_clang[] = {"cuda_bf16.h",     "cuda_bf16.hpp",
                                               "cuda_fp16.h",     "cuda_fp16.hpp",
                                               "cuda_pipeline.h", "cuda_pipeline_primitives.h"};

template <std::size_t N>
bool contains(const std::string_view (&names)[N], std::string_view name) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

}  // namespace

std::string without_known_headers(std::string_view text, Compiler compiler) {
  if (compiler == Compiler::nvcc) return std::string(text);
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    const std::string_view name = included_header(line);
    const bool known = contains(known_headers, name) ||
                       (compiler == Compiler::clang && contains(known_to_clang, name));
    if (!known) result += line;
    if (end == std::string_view::npos) break;
    result += '\n';
    text.remove_prefix(end + 1);
  }
  return result;
}

std::string defines_of(const Source& source) {
  std::string defines = macros_of(source.flags);
  for (const auto& [name, value] : source.defines)
    defines += fmt::format("#define {} {}\n", name, value);
  return defines;
}

std::string framed_text(const Source& source, const PreludeChoice& prelude, Compiler compiler) {
  const std::string kernel = wanted_kernel_text(source.kernel, compiler);
  return prelude(defines_of(source) + source.text + kernel) + framed_text(source, compiler);
}

std::string framed_text(const Source& source, Compiler compiler) {
  return fmt::format("#line 1 \"/lanescope/defines\"\n{}#line 1 \"{}\"\n{}{}", defines_of(source),
                     internal_source_name, without_known_headers(source.text, compiler),
                     wanted_kernel_text(source.kernel, compiler));
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
