// The differences between two runs, in the order of DifferenceKind.
#pragma once

#include <string>
#include <vector>

#include "app/session/compare/line_match.h"
#include "app/session/run/run.h"

namespace lanescope::app {

enum class DifferenceKind : std::uint8_t {
  lesson,
  variant,
  parameter,  // `name`
  machine,
  compiler,
  block,  // threads of a block: "32 x 32 x 1"
  text,   // the kernel text: `lines` differing lines; a and b are empty
};
[[nodiscard]] const char* name_of(DifferenceKind kind);

struct Difference {
  DifferenceKind kind = DifferenceKind::parameter;
  std::string name;  // the parameter's name
  std::string a, b;  // as on the command line; empty: that side has none
  std::size_t lines = 0;
  bool operator==(const Difference&) const = default;
};

// `match`: of the kernel texts. A side without a chosen machine is "h200".
[[nodiscard]] std::vector<Difference> differences_of(const Outcome& a, const Outcome& b,
                                                     const LineMatch& match);

}  // namespace lanescope::app
