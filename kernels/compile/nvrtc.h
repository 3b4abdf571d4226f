// The NVRTC front end. The library is opened at first use and never linked, so the program starts
// without it.
#pragma once

#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include <tl/expected.hpp>

#include "kernels/compile/compile.h"
#include "kernels/compile/headers.h"

namespace lanescope::compile {

// sm_80 is the oldest architecture with today's shuffles, barriers and asynchronous copies. Its PTX
// runs on all later ones.
inline constexpr int preferred_architecture = 80;
// Of texts that use what the preferred one lacks.
inline constexpr int later_architecture = 90;

// Opening the library takes some milliseconds, so make one and keep it. Thread-safe.
class Nvrtc {
 public:
  Nvrtc();
  ~Nvrtc();
  Nvrtc(const Nvrtc&) = delete;
  Nvrtc& operator=(const Nvrtc&) = delete;

  [[nodiscard]] const Availability& availability() const;
  // What the result depends on besides the source: version, options, prelude.
  [[nodiscard]] const std::string& fingerprint() const;
  [[nodiscard]] Headers headers(const Source& source) const;
  [[nodiscard]] tl::expected<Ptx, Failure> compile(const Source& source,
                                                   std::stop_token stop) const;
  [[nodiscard]] tl::expected<DeviceCode, Failure> compile_for(const Source& source,
                                                              int architecture,
                                                              std::stop_token stop) const;
  [[nodiscard]] tl::expected<std::uint32_t, Failure> registers_of(const Source& source,
                                                                  const std::string& symbol,
                                                                  int architecture,
                                                                  std::stop_token stop) const;

 private:
  struct Library;
  struct Compiled;
  // `target`: the value of --gpu-architecture. `more`: another option; nullptr: none.
  [[nodiscard]] tl::expected<Compiled, Failure> compile_to(const std::string& target,
                                                           const Source& source,
                                                           std::stop_token stop,
                                                           const char* more = nullptr) const;
  [[nodiscard]] tl::expected<Compiled, Failure> compile_with(const Source& source,
                                                             std::stop_token stop,
                                                             std::vector<std::string> own) const;
  // The reason why NVRTC can't compile for that architecture; nullopt if it can.
  [[nodiscard]] std::optional<Failure> cannot_target(int architecture) const;
  std::unique_ptr<Library> library_;
  Availability availability_;
  std::string fingerprint_;
};

}  // namespace lanescope::compile
