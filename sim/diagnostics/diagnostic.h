// A message for the user, with its place. Every error and finding of sim is one.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/memory/access.h"

namespace lanescope {

// Lines and columns count from 1; 0 means "not known" (NVRTC gives one column per statement).
struct SourcePlace {
  std::string file;
  int line = 0;
  int column = 0;

  bool operator==(const SourcePlace&) const = default;
};

enum class Severity : std::uint8_t { note, warning, error };

enum class DiagnosticKind : std::uint8_t {
#define KIND(name, when) name,
#include "sim/diagnostics/kinds.def"
#undef KIND
};

[[nodiscard]] const char* name_of(DiagnosticKind kind);  // "kind" in the JSON: "out_of_range", ...
[[nodiscard]] const char* name_of(Severity severity);

// The second place of a finding that has two: for a race, the earlier access.
struct OtherPlace {
  SourcePlace place;
  int ptx_line = 0;
  std::array<std::uint32_t, 3> thread{};  // threadIdx
  std::array<std::uint32_t, 3> block{};   // blockIdx; a race in global memory is between any two

  bool operator==(const OtherPlace&) const = default;
};

struct Diagnostic {
  Severity severity = Severity::error;
  DiagnosticKind kind = DiagnosticKind::ptx_syntax;
  std::string message;
  SourcePlace place;                                   // in the kernel's source
  int ptx_line = 0;                                    // in the PTX, 0 when it does not apply
  std::optional<std::array<std::uint32_t, 3>> block;   // blockIdx
  std::optional<std::array<std::uint32_t, 3>> thread;  // threadIdx of the first thread concerned
  std::optional<std::uint64_t> address;
  std::optional<memory::Space> space;  // of an access that was out of range or misaligned
  std::optional<OtherPlace> other;
  // Times it was found; the other fields describe the first time. Of global_race always 1.
  std::uint64_t count = 1;

  // "file:line:column: error: message"; with "(3 times)" when it was found more than once
  [[nodiscard]] std::string text() const;
};

// --- findings with two places: races ---

// Bytes of the kernel's memory, by device address.
struct ByteRange {
  std::uint64_t address = 0;
  std::uint64_t bytes = 0;

  bool operator==(const ByteRange&) const = default;
};

// A race in global memory, and every place where it was found: ascending, apart from each other.
struct Raced {
  Diagnostic finding;
  std::vector<ByteRange> places;
};

// The same finding as seen from its second place. It must have one.
[[nodiscard]] Diagnostic from_other_place(Diagnostic finding);

}  // namespace lanescope
