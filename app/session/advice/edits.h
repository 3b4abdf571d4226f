// Changes of a kernel's text that may make its accesses cheaper, as one would try them by hand.
// Whether one does, and whether the kernel still does the same, only running it shows (advice.h).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::app {

enum class EditKind : std::uint8_t {
  pad_row,       // one more element in each row of a shared array
  swizzle_row,   // its second index: exclusive or with the first
  swap_threads,  // threadIdx.x and threadIdx.y change roles, in a text with one kernel
};
[[nodiscard]] const char* name_of(EditKind kind);  // "pad_row"

struct KernelEdit {
  EditKind kind = EditKind::pad_row;
  std::string array;  // of shared memory; empty: of none
  std::string text;   // the whole text, changed
};

// All that the text allows, in its order. A shared array counts if it is declared with two
// dimensions, and for a swizzle if each use gives both indices.
[[nodiscard]] std::vector<KernelEdit> edits_of(std::string_view text);

struct ChangedLine {
  int line = 0;  // from 1
  std::string before, after;
  bool operator==(const ChangedLine&) const = default;
};
// The lines in which two texts with as many lines differ.
[[nodiscard]] std::vector<ChangedLine> changed_lines(std::string_view before,
                                                     std::string_view after);

}  // namespace lanescope::app
