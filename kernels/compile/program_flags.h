// The flags of `lanescope run --flags`: as for nvcc. Most are nvcc's or the host compiler's own
// business and are handed on. Here are those that the program decides, and what each means to
// clang.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "kernels/compile/compile.h"

namespace lanescope::compile {

struct ProgramFlags {
  std::string architecture;  // of the PTX: "80", "90a"; empty: not given
  std::string standard;      // "c++17"; empty: not given. For clang
  bool has_optimization = false, has_device_debug = false;
  std::vector<std::string> nvcc;                                  // all that it gets
  std::vector<std::string> clang_common, clang_host, clang_link;  // the link gets clang_host, too
  std::vector<std::string> folders;                               // of -I and -isystem
  std::vector<std::string> files;                                 // that the program is made of
  std::vector<Message> warnings;
};

// "-arch sm_80 -Xcompiler '-Wall -O3'" -> "-arch=sm_80", "-Xcompiler=-Wall -O3": parted at blanks
// that are not in quotes, each flag joined with its value.
[[nodiscard]] std::vector<std::string> program_flags_in(std::string_view text);

// Flags as program_flags_in() gives them. The error names the flag and says what to do.
[[nodiscard]] tl::expected<ProgramFlags, std::string> program_flags(
    const std::vector<std::string>& flags, Compiler compiler);

// "cuBLAS" if a text names a function of it; empty: of none of NVIDIA's libraries.
[[nodiscard]] std::string vendor_library_in(std::string_view text);

}  // namespace lanescope::compile
