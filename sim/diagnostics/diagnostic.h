// Something the user should know, with its place. Everything in sim that can go wrong is one of
// these.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lanescope {

// Lines and columns count from 1; 0 means "not known" (NVRTC gives one column a statement).
struct SourcePlace {
  std::string file;
  int line = 0;
  int column = 0;

  bool operator==(const SourcePlace&) const = default;
};

enum class Severity : std::uint8_t { note, warning, error };

enum class DiagnosticKind : std::uint8_t {
  ptx_syntax,         // the PTX text could not be read
  ptx_unsupported,    // an instruction or feature the emulator does not execute
  launch_invalid,     // grid, block, shared memory or arguments do not fit
  out_of_range,       // an access outside every array
  misaligned,         // an address that is not a multiple of the access size
  divergent_barrier,  // a barrier that not all threads of the warp or block reach
  budget_exceeded,    // more instructions than the run may execute (endless loop)
  trap,               // the kernel executed trap
  stack_overflow,     // calls deeper than a thread's stack
  invalid_call,       // through a pointer that is no function's, a jump outside of its table
  assertion_failed,   // assert(...) did not hold
  blocks_in_order,    // note: blocks ran one after the other, and why
  model_value,        // note: the kernel reads a register whose value is the model's own

  uninitialised_read,  // a load of shared or local bytes that nothing has written
  shared_race,         // two threads, one byte of shared memory, nothing that orders them
  warp_mask,           // a warp-synchronous call whose mask does not fit the lanes that make it
  foreign_pointer,     // a pointer made from one array lands in another, or is made from none
  waits_for_block,     // an endless loop that waits for a block which can't run
};

[[nodiscard]] const char* name_of(DiagnosticKind kind);  // the JSON's "kind": "out_of_range", ...
[[nodiscard]] const char* name_of(Severity severity);

// The second place of a finding that has two: of a race, the access that came first.
struct OtherPlace {
  SourcePlace place;
  int ptx_line = 0;
  std::array<std::uint32_t, 3> thread{};  // threadIdx, of the same block

  bool operator==(const OtherPlace&) const = default;
};

struct Diagnostic {
  Severity severity = Severity::error;
  DiagnosticKind kind = DiagnosticKind::ptx_syntax;
  std::string message;
  SourcePlace place;                                   // in the kernel's own text
  int ptx_line = 0;                                    // in the PTX, 0 when it does not apply
  std::optional<std::array<std::uint32_t, 3>> block;   // blockIdx
  std::optional<std::array<std::uint32_t, 3>> thread;  // threadIdx of the first thread concerned
  std::optional<std::uint64_t> address;
  std::optional<OtherPlace> other;
  std::uint64_t count = 1;  // how often the same was found; the rest is of the first time

  // "file:line:column: error: message"; with "(3 times)" when it was found more than once
  [[nodiscard]] std::string text() const;
};

}  // namespace lanescope
