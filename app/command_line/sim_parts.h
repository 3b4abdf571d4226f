// What the text of one run and that of a comparison have in common. Internal to the two.
#pragma once

#include <compare>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "app/session/run.h"

namespace lanescope::app {

// "transpose, tile: kernel transpose_tile"
[[nodiscard]] std::string lesson_line(const Outcome& outcome);
// "grid 32 x 32 x 1, block 32 x 32 x 1, 1,024 of 1,024 blocks, PTX by nvrtc 13.0"
[[nodiscard]] std::string launch_line(const Outcome& outcome);
// "N = 1024, PAD = 0"
[[nodiscard]] std::string params_text(const lesson::Values& params);
// "All counts are MODEL: simulated, not measured." And of which machine, with its source, where one
// was named. Ends without a line break.
[[nodiscard]] std::string model_line(const Outcome& outcome);

// One row of the totals: "shared load".
struct NamedCounts {
  std::string name;
  memory::Space space = memory::Space::global;
  report::Counts counts;
};
// All of them, in the order of the JSON.
[[nodiscard]] std::vector<NamedCounts> named_counts(const report::Totals& totals);

// Accesses of one line that are alike, added up; ordered as a reader meets them.
struct LineAccess {
  std::string file;
  int line = 0;
  memory::Space space = memory::Space::global;
  memory::Op op = memory::Op::load;
  std::uint32_t bytes = 0;
  auto operator<=>(const LineAccess&) const = default;
};
struct AccessSum {
  report::Counts counts;
  std::uint32_t worst_ways = 0;
};
[[nodiscard]] std::map<LineAccess, AccessSum> accesses_by_line(const report::Report& report);

// "tile.cu:17: B[y * n + x] = S[threadIdx.x][threadIdx.y];"; without the text where the line is not
// the lesson's own.
[[nodiscard]] std::string code_line(const Outcome& outcome, const SourcePlace& place);

// count / requests with one decimal, "-" without requests.
[[nodiscard]] std::string per_request(std::uint64_t count, std::uint64_t requests);
// "32.0x"; "-" when there is nothing to compare with.
[[nodiscard]] std::string times(double cost, double other);

// "N more" at the end when the report holds only the first ones. Empty without diagnostics.
[[nodiscard]] std::string diagnostics_text(const report::Report& report);
// What the kernel's printf printed, under a heading; empty when it printed nothing.
[[nodiscard]] std::string printed_text(const report::Report& report);

}  // namespace lanescope::app
