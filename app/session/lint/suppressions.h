// Comments in a kernel's text that allow what a rule of lint forbids, on their line or, alone on a
// line, on the next one with code:
//
//   tile[x][y] = v;  // lanescope: allow(ways) the tile is written once
//   // lanescope: allow(ways, sectors_per_request) measured: no faster with padding
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lanescope::app {

struct Suppression {
  int comment_line = 0;  // from 1
  int line = 0;          // to which it applies
  std::vector<std::string> rules;
  std::string reason;  // empty: it suppresses nothing
};
[[nodiscard]] std::vector<Suppression> suppressions_in(std::string_view text);

}  // namespace lanescope::app
