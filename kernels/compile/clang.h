// The clang front end. It runs the program `clang` with the prelude and the kernel's text on
// standard input.
#pragma once

#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "kernels/compile/compile.h"
#include "kernels/compile/headers.h"

namespace lanescope::compile {

// A clang found on this machine. Immutable; thread-safe.
class Clang {
 public:
  // Finds the first usable clang: version 14 or newer, with the NVPTX target. The candidates are
  // $LANESCOPE_CLANG (a path or a name on PATH), or else clang, clang-19 ... clang-14 on PATH. Runs
  // the candidates, which takes tens of milliseconds.
  [[nodiscard]] static Clang find();

  [[nodiscard]] const Availability& availability() const { return availability_; }
  // What the result depends on besides the source: version, options, prelude.
  [[nodiscard]] const std::string& fingerprint() const { return fingerprint_; }
  [[nodiscard]] const std::filesystem::path& program() const { return program_; }
  // With which the device's half of a whole program becomes PTX.
  [[nodiscard]] const std::vector<std::string>& options_of_device() const {
    return options_of_device_;
  }
  [[nodiscard]] static Headers headers(const Source& source);
  [[nodiscard]] tl::expected<Ptx, Failure> compile(const Source& source,
                                                   std::stop_token stop) const;

 private:
  std::filesystem::path program_;
  Availability availability_{Compiler::clang, false, {}, {}};
  std::vector<std::string> options_, options_of_device_;
  std::string fingerprint_;
};

}  // namespace lanescope::compile
