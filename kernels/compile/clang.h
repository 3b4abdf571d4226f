// The clang front end: the program `clang`, given the prelude and the kernel's text on its standard
// input.
#pragma once

#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "kernels/compile/compile.h"

namespace lanescope::compile {

// One clang found on this machine. Immutable; thread-safe.
class Clang {
 public:
  // $LANESCOPE_CLANG (a path or a name on PATH), else clang, clang-19 ... clang-14 on PATH: the
  // first that is version 14 or newer and knows the NVPTX target. Runs the candidates, so it takes
  // some tens of milliseconds.
  [[nodiscard]] static Clang find();

  [[nodiscard]] const Availability& availability() const { return availability_; }
  // Everything that makes two compilations of one text differ: version, options, prelude.
  [[nodiscard]] const std::string& fingerprint() const { return fingerprint_; }
  [[nodiscard]] tl::expected<Ptx, Failure> compile(const Source& source,
                                                   std::stop_token stop) const;

 private:
  std::filesystem::path program_;
  Availability availability_{Compiler::clang, false, {}, {}};
  std::vector<std::string> options_;
  std::string fingerprint_;
};

}  // namespace lanescope::compile
