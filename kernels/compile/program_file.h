// Looks at a program that exists: whether Lanescope's runtime can take the CUDA runtime's place in
// it. Reads the ELF file alone; runs nothing.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <tl/expected.hpp>

namespace lanescope::compile {

struct ProgramFile {
  bool is_elf = false;        // else a script, which may start a program that is one
  bool is_static = false;     // no library is loaded when it starts
  bool has_run_path = false;  // DT_RPATH, which counts before LD_LIBRARY_PATH
  bool has_device_code = false;
  bool has_ptx = false;             // among its device code
  std::vector<int> machine_code;    // architectures: 90 for sm_90; ascending
  std::vector<std::string> needed;  // libraries: "libcudart.so.13"

  // "libcudart.so.13"; empty: it is not linked with the shared runtime.
  [[nodiscard]] std::string runtime() const;
};

// The error is one line with the file's name: it cannot be read, is not a program, or is one for
// another kind of machine.
[[nodiscard]] tl::expected<ProgramFile, std::string> read_program_file(
    const std::filesystem::path& path);

// Why the program cannot run under Lanescope, and how to build one that can; empty: it can.
// `runtimes`: the folder with the libraries that stand in for CUDA's.
[[nodiscard]] std::string why_not_runnable(const ProgramFile& file,
                                           const std::filesystem::path& path,
                                           const std::filesystem::path& runtimes);

}  // namespace lanescope::compile
