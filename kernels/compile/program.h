// Builds a whole CUDA program, host and device, from its source files.
//
// nvcc does it where it is, linked with the shared runtime and with PTX inside. Without the CUDA
// Toolkit clang does, with our own headers in place of the Toolkit's (program_headers.h): it
// compiles each .cu twice, to PTX for the device and to an object for the host, with the PTX inside
// as plain text. Either program asks the loader for libcudart.so.N; which one it gets is decided
// when it is started.
//
// Programs are kept in $XDG_CACHE_HOME/lanescope/programs (or ~/.cache/...), by the content of
// everything that they are made of. Nothing is ever written beside the user's files.
#pragma once

#include <filesystem>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "kernels/compile/compile.h"

namespace lanescope::compile {

struct ProgramSource {
  // .cu, .cpp, .cc, .cxx, .c; paths as the user wrote them. At least one.
  std::vector<std::filesystem::path> files;
  // As for nvcc, each with its value ("-DX=1", "-arch=sm_80", "-lcublas"). Those for the
  // architecture choose that of the PTX.
  std::vector<std::string> flags{};
  // The runtime that programs by clang are linked with.
  std::filesystem::path runtime_library{};
};

struct Program {
  std::filesystem::path file;  // executable
  std::string compiler;        // "nvcc", "clang"
  std::string compiler_version;
  bool from_cache = false;
  std::vector<Message> warnings{};  // about flags
  // Of a program that is not kept: its folder, removed with the last copy of this.
  std::shared_ptr<void> folder{};
};

// compiler: nvcc, clang, or automatic (nvcc where it is). `rejected`: the text does not compile or
// link, a file cannot be read, or a flag cannot be taken; the summary is one line.
[[nodiscard]] tl::expected<Program, Failure> build_program(const ProgramSource& source,
                                                           Compiler compiler = Compiler::automatic,
                                                           std::stop_token stop = {});

}  // namespace lanescope::compile
