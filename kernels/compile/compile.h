// Compiles kernel text to PTX with NVRTC, nvcc or clang. Results are cached by the content of the
// text and its headers.
//
// The PTX carries its own source map: `.file` and `.loc`, with `Source::name` as the file. No
// compiler needs a GPU. Thread-safe, and calls run in parallel.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

namespace lanescope::compile {

// NVRTC and clang read device code. nvcc reads whole programs, but is a program that takes seconds.
// automatic: NVRTC, or clang where it is not; and nvcc, where it is, for what looks like a whole
// program and is rejected, or lacks the wanted kernel without its host code.
enum class Compiler { automatic, nvrtc, clang, nvcc };
inline constexpr Compiler all_compilers[] = {Compiler::automatic, Compiler::nvrtc, Compiler::clang,
                                             Compiler::nvcc};
[[nodiscard]] const char* name_of(Compiler compiler);  // "auto", "nvrtc", "clang", "nvcc"
[[nodiscard]] std::optional<Compiler> compiler_named(std::string_view name);

struct Source {
  std::string name;  // shown in messages: the file's path as the user knows it
  std::string text;
  std::vector<std::pair<std::string, std::string>> defines;  // -DNAME=value, in this order
  std::filesystem::path folder{};  // where the search for `#include "..."` begins; empty: nowhere
  // Absolute. Searched for <name>, and for "name" that is not beside its text.
  std::vector<std::filesystem::path> include{};
  std::vector<std::string> flags{};  // each passes flag_problem(); flags.h
  // The wanted kernel, as an expression of the text: "scan<int, 2 * TILE>" is instantiated if the
  // text does not, "add(float*, int)" is one of several overloads. Empty, or a plain name: the text
  // is compiled as it stands.
  std::string kernel{};
  // Texts read in place of header files: absolute paths. For host_code.h, no part of a cache's key.
  std::vector<std::pair<std::filesystem::path, std::string>> header_texts{};
};

enum class MessageSeverity { warning, error };

struct Message {
  MessageSeverity severity = MessageSeverity::error;
  std::string file;
  int line = 0;    // from 1; 0 if unknown
  int column = 0;  // from 1; 0 if unknown
  std::string text;
  std::string line_text;  // empty if unknown

  // "file:line:column: error: text\n    line_text"; without column if it is 0
  [[nodiscard]] std::string formatted() const;
};

// Host code that was not compiled. Where a text does not compile as it stands, what a kernel cannot
// need and the compiler does not understand is left out (host_code.h).
struct LeftOut {
  std::string file;
  int line = 0;      // from 1
  std::string what;  // "function main", "include opencv2/core.hpp"
  // A header that was not found; false: it was skipped, because it is known to serve host code.
  bool is_missing = false;
  bool operator==(const LeftOut&) const = default;
};

struct Ptx {
  std::string text;
  std::string compiler;          // as name_of() has it; "ptx": the user's file, not compiled here
  std::string compiler_version;  // "13.0", "14.0.6"; of the user's PTX its `.version`
  double compile_ms = 0;         // how long the compiler ran
  bool from_cache = false;
  std::vector<Message> warnings;
  std::vector<LeftOut> left_out{};  // in the order of the text
  // The symbol of Source::kernel; empty if that is a plain name, or if the text has no such kernel.
  std::string kernel{};
};

struct Failure {
  enum class Kind { unavailable, rejected, cancelled };
  Kind kind = Kind::rejected;
  std::string summary;            // one line that says what to do
  std::vector<Message> messages;  // if kind == rejected
};

[[nodiscard]] tl::expected<Ptx, Failure> to_ptx(const Source& source,
                                                Compiler compiler = Compiler::automatic,
                                                std::stop_token stop = {});

// Machine code for one GPU architecture (90 for sm_90) and no other.
struct DeviceCode {
  std::vector<std::uint8_t> cubin;
  std::string compiler_version;  // NVRTC's
};

// Compiles with NVRTC; not cached. `unavailable`: there is no NVRTC, or it is too old for the
// architecture. The GPU's driver can then compile the PTX.
[[nodiscard]] tl::expected<DeviceCode, Failure> to_device_code(const Source& source,
                                                               int architecture,
                                                               std::stop_token stop = {});

// Registers per thread of one kernel, given by its symbol in the PTX, in code for that
// architecture, as ptxas reports them. Needs NVRTC. Cached by content, in memory and on disk.
// `unavailable`: as for to_device_code. `rejected`: the text does not compile or has no such
// kernel.
[[nodiscard]] tl::expected<std::uint32_t, Failure> registers_of(const Source& source,
                                                                const std::string& symbol,
                                                                int architecture,
                                                                std::stop_token stop = {});

// Environment variables: LANESCOPE_NVRTC (the library's path, or "off"), LANESCOPE_NVCC (a path or
// a name on PATH, or "off"), LANESCOPE_CLANG (a path or a name on PATH), LANESCOPE_CACHE=off (no
// disk cache; the default is $XDG_CACHE_HOME/lanescope/ptx).

// Whether a compiler can be used on this machine now. `why_not` is empty if it can.
struct Availability {
  Compiler compiler;
  bool usable;
  std::string version;
  std::string why_not;
};
[[nodiscard]] std::vector<Availability> available();  // NVRTC, clang, nvcc

// Headers outside the Toolkit that a text includes, directly or through other headers. Any cache of
// results for a text must check these too.
struct OwnHeaders {
  std::vector<std::filesystem::path> files;  // including those that were not found
  std::string digest;                        // of their contents; empty if there are none
};
[[nodiscard]] OwnHeaders own_headers(const Source& source);

// The first line of a text, from 1, on which a kernel or another device function launches a kernel;
// 0: there is none. NVRTC and nvcc compile such a text. Reads the whole text.
[[nodiscard]] int line_of_device_launch(const Source& source);

void clear_cache();  // this process's memory cache; for tests and benchmarks

}  // namespace lanescope::compile
