// What tells two runs apart, in the order in which one would name it.
#pragma once

#include <string>
#include <vector>

#include "app/session/compare/line_match.h"
#include "app/session/run.h"

namespace lanescope::app {

enum class DifferenceKind : std::uint8_t {
  lesson,
  variant,
  parameter,  // `name`
  machine,
  compiler,
  block,  // threads of a block: "32 x 32 x 1"
  text,   // of the kernel; `lines` of them, a and b are empty
};
[[nodiscard]] const char* name_of(DifferenceKind kind);

struct Difference {
  DifferenceKind kind = DifferenceKind::parameter;
  std::string name;  // of a parameter
  std::string a, b;  // as the command line takes them; empty: that side has none
  std::size_t lines = 0;
  bool operator==(const Difference&) const = default;
};

// `match`: of the kernels' texts. A side's machine is named "h200" where none is chosen.
[[nodiscard]] std::vector<Difference> differences_of(const Outcome& a, const Outcome& b,
                                                     const LineMatch& match);

}  // namespace lanescope::app
