// Kernel text -> PTX, by NVRTC or by clang, cached by content.
//
// PTX carries its own source map: `.file`/`.loc` with the name given in `Source::name` as the file.
// Neither compiler needs a GPU. Thread-safe: any number of calls at a time.
#pragma once

#include <cstdint>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

namespace lanescope::compile {

enum class Compiler { automatic, nvrtc, clang };

struct Source {
  std::string name;  // shown in messages: the file's path as the user knows it
  std::string text;
  std::vector<std::pair<std::string, std::string>> defines;  // -DNAME=value, in this order
};

enum class MessageSeverity { warning, error };

struct Message {
  MessageSeverity severity = MessageSeverity::error;
  std::string file;
  int line = 0;    // from 1; 0 when the compiler gave none
  int column = 0;  // from 1; 0 when the compiler gave none
  std::string text;
  std::string line_text;  // the text of the line, empty when not known

  // "file:line:column: error: text\n    line_text" (column left out when 0)
  [[nodiscard]] std::string formatted() const;
};

struct Ptx {
  std::string text;
  std::string compiler;          // "nvrtc" or "clang"
  std::string compiler_version;  // "13.0", "14.0.6"
  double compile_ms = 0;         // what the compiler took when it ran
  bool from_cache = false;
  std::vector<Message> warnings;
};

struct Failure {
  enum class Kind { unavailable, rejected, cancelled };
  Kind kind = Kind::rejected;
  std::string summary;            // one line, what to do
  std::vector<Message> messages;  // kind == rejected
};

[[nodiscard]] tl::expected<Ptx, Failure> to_ptx(const Source& source,
                                                Compiler compiler = Compiler::automatic,
                                                std::stop_token stop = {});

// Code for the GPUs of one architecture (90 for sm_90) and nothing else.
struct DeviceCode {
  std::vector<std::uint8_t> cubin;
  std::string compiler_version;  // of NVRTC
};

// By NVRTC; not cached. `unavailable`: there is no NVRTC here, or it is older than the
// architecture: then the GPU's driver can compile the PTX.
[[nodiscard]] tl::expected<DeviceCode, Failure> to_device_code(const Source& source,
                                                               int architecture,
                                                               std::stop_token stop = {});

// Registers a thread of one kernel of the text, by its symbol in the PTX, in code for that
// architecture: as ptxas tells. By NVRTC; kept by content, on disk, too. `unavailable`: as
// to_device_code; `rejected`: it does not compile, or holds no such kernel.
[[nodiscard]] tl::expected<std::uint32_t, Failure> registers_of(const Source& source,
                                                                const std::string& symbol,
                                                                int architecture,
                                                                std::stop_token stop = {});

// The environment: LANESCOPE_NVRTC (the library's path, or "off"), LANESCOPE_CLANG (a path or a
// name on PATH), LANESCOPE_CACHE=off (keep nothing on disk; else $XDG_CACHE_HOME/lanescope/ptx).

// Can be used on this machine now? `why_not` is empty when it can.
struct Availability {
  Compiler compiler;
  bool usable;
  std::string version;
  std::string why_not;
};
[[nodiscard]] std::vector<Availability> available();

void clear_cache();  // of this process; for tests and benchmarks

}  // namespace lanescope::compile
