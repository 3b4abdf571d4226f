// The nvcc front end. It runs the program `nvcc` on a copy of the whole text: host code, the host's
// headers and what the host's code instantiates are then no obstacle. It takes one second or more.
#pragma once

#include <filesystem>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "kernels/compile/compile.h"
#include "kernels/compile/headers.h"

namespace lanescope::compile {

// An nvcc found on this machine. Immutable; thread-safe.
class Nvcc {
 public:
  // Finds the first usable nvcc: of CUDA 11 or newer. The candidates are $LANESCOPE_NVCC (a path or
  // a name on PATH; "off": none), or else nvcc on PATH, then in $CUDA_HOME/bin, $CUDA_PATH/bin and
  // /usr/local/cuda/bin. Asks them for their version, which takes some ten milliseconds.
  [[nodiscard]] static Nvcc find();
  // The environment variables that find() and compile() depend on, with their values.
  [[nodiscard]] static std::string environment();

  [[nodiscard]] const Availability& availability() const { return availability_; }
  // What the result depends on besides the source and headers(): the version, the options, the host
  // compiler, and the environment.
  [[nodiscard]] const std::string& fingerprint() const { return fingerprint_; }
  [[nodiscard]] const std::filesystem::path& program() const { return program_; }
  // The user's headers. Those of the Toolkit and of the host compiler are not read: they change
  // only with these programs, and the fingerprint has those. So no hundreds of files are looked at
  // for an `#include <vector>`.
  [[nodiscard]] static Headers headers(const Source& source);
  // `unavailable`: nvcc does not work on this machine, as without a host compiler that it accepts.
  [[nodiscard]] tl::expected<Ptx, Failure> compile(const Source& source,
                                                   std::stop_token stop) const;

 private:
  [[nodiscard]] tl::expected<Ptx, Failure> compile_with(const Source& source, std::stop_token stop,
                                                        const char* more, int architecture) const;
  [[nodiscard]] Failure failure_of(std::string_view log, const Source& source) const;
  [[nodiscard]] Failure broken(std::string_view why) const;
  [[nodiscard]] Failure crashed(const Source& source) const;

  std::filesystem::path program_;
  Availability availability_{Compiler::nvcc, false, {}, {}};
  std::string fingerprint_;
};

}  // namespace lanescope::compile
