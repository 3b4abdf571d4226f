// Shared by the commands that run a kernel and print what it did.
#pragma once

#include <compare>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "app/command_line/result.h"
#include "app/session/run/run.h"

namespace lanescope::app {

// A kernel that fails counts as a finding; the report covers what ran before it failed.
[[nodiscard]] ExitCode exit_code_of(const report::Report& report);

// "transpose, tile: kernel transpose_tile"
[[nodiscard]] std::string lesson_line(const Outcome& outcome);
// "grid 32 x 32 x 1, block 32 x 32 x 1, 1,024 of 1,024 blocks, PTX by nvrtc 13.0"
[[nodiscard]] std::string launch_line(const Outcome& outcome);
// "N = 1024, PAD = 0"
[[nodiscard]] std::string params_text(const lesson::Values& params);
// "All counts are MODEL: simulated, not measured.", and the machine with its source if one was
// named. No line break at the end.
[[nodiscard]] std::string model_line(const Outcome& outcome);

// "shared load"
[[nodiscard]] std::string kind_text(const report::AccessKind& kind);

// "  shared load, 4 B per lane": a row of a table below its line.
[[nodiscard]] std::string access_name(memory::Space space, memory::Op op, std::uint32_t bytes);

// Equal accesses of one line, summed; sorted in the order of the output.
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

// "tile.cu:17: B[y * n + x] = S[threadIdx.x][threadIdx.y];"; without the code if the line is in
// a file that is none of the user's.
[[nodiscard]] std::string code_line(const Outcome& outcome, const SourcePlace& place);

// count / requests with one decimal, "-" without requests.
[[nodiscard]] std::string per_request(std::uint64_t count, std::uint64_t requests);
// How many times `other` it is, in three significant digits as in the window: "1.25x"; "-" if there
// is nothing to compare with.
[[nodiscard]] std::string times(double cost, double other);
// The ratio of two runs' numbers, as in ComparedNumber::ratio(), the larger divided by the smaller,
// and what B is: "1.1x less".
[[nodiscard]] std::string ratio_text(double a, double b);

// Ends with "N more" if the report holds only the first diagnostics. Empty without diagnostics.
[[nodiscard]] std::string diagnostics_text(const report::Report& report);
// "3 errors in this run; `lanescope sim` lists them all. The first: e.cu:9:5: error: ...", with a
// line break. Empty if exit_code_of() is good.
[[nodiscard]] std::string errors_line(const report::Report& report);
// As "totals" in "lanescope.sim/1".
[[nodiscard]] nlohmann::ordered_json totals_json(const report::Totals& totals);
// The list of all findings, as in "lanescope.sim/1".
[[nodiscard]] nlohmann::ordered_json diagnostics_json(const report::Report& report);
// The kernel's printf output, under a heading; empty if there is none.
[[nodiscard]] std::string printed_text(const report::Report& report);

}  // namespace lanescope::app
