// The differences between two runs, in the order of DifferenceKind.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/session/compare/line_match.h"
#include "app/session/run/run.h"
#include "app/session/sweeps/timings.h"
#include "sim/metrics/metrics.h"

namespace lanescope::app {

enum class DifferenceKind : std::uint8_t {
  lesson,
  variant,
  parameter,  // `name`
  machine,
  compiler,
  grid,      // of a program's launch: "64 x 1 x 1"
  block,     // threads of a block: "32 x 32 x 1"
  argument,  // a value that a program's launch is given: `name`
  file,      // the kernel's file, if a side runs another one than its lesson's
  text,      // the kernel text: `lines` differing lines; a and b are empty
  result,    // an array after the launch, `name`, where the two were given the same: a and b are
             // hashes
};
[[nodiscard]] const char* name_of(DifferenceKind kind);

struct Difference {
  DifferenceKind kind = DifferenceKind::parameter;
  std::string name;  // of the parameter or the argument
  std::string a, b;  // as on the command line; empty: that side has none
  std::size_t lines = 0;
  bool operator==(const Difference&) const = default;
};

// One kernel, whatever its text and its template arguments: of one file, or, in launches of
// programs, of one name. A program that was edited or copied still has its kernels.
[[nodiscard]] bool is_same_kernel(const Outcome& a, const Outcome& b);

// `match`: of the kernel texts. A side without a chosen machine is "h200".
[[nodiscard]] std::vector<Difference> differences_of(const Outcome& a, const Outcome& b,
                                                     const LineMatch& match);

// The numbers of two runs side by side: which is better, and by how much. For the page, the table
// and the JSON of a comparison. Pure functions.

using report::Better;
enum class Winner : std::uint8_t { unknown, equal, a, b };
[[nodiscard]] const char* name_of(Winner winner);  // "unknown", "equal", "a", "b"

struct ComparedNumber {
  // "access" (the selected one), a kind of access ("shared_load", ...), "launch", "time".
  std::string group;
  std::string name;            // as in sim/metrics/metrics.def, or "ways", "cold_ms", "errors"
  std::optional<double> a, b;  // none: no value on that side
  Better better = Better::lower;

  // Unknown if a value is missing, or if they differ and neither lower nor higher is better.
  [[nodiscard]] Winner winner() const;
  // The larger value divided by the smaller. None: a value is missing or 0.
  [[nodiscard]] std::optional<double> ratio() const;
};

// The time of exactly this launch: measured, else recorded. None: the chosen machine is not the GPU
// of the time. Either source may be nullptr.
[[nodiscard]] std::optional<PointTime> time_of(const Outcome& outcome, compile::Compiler compiler,
                                               const Timings* timings,
                                               const device::Recording* recording);
[[nodiscard]] bool is_time_of(const PointTime& time, const Outcome& outcome);

// A verdict needs equal work: one kernel (is_same_kernel), or variants of one lesson, of one size.
// Two lessons, or two kernels of the user's own, may do different work, so their numbers stand side
// by side without a verdict. The sizes differ if the largest arrays differ in length and the
// kernels ask for another number of bytes of global memory: padding an array is no other size.
enum class Work : std::uint8_t { same, other_kernel, other_size };
[[nodiscard]] Work compared_work(const Outcome& a, const Outcome& b);
[[nodiscard]] inline bool same_work(const Outcome& a, const Outcome& b) {
  return compared_work(a, b) == Work::same;
}
void withhold_verdicts(std::vector<ComparedNumber>& numbers);

// For two launches: each kind of access that either has, the executed instructions, the times, and
// where a side made errors, how many: a verdict on these needs no equal work. In the order of the
// JSON.
[[nodiscard]] std::vector<ComparedNumber> compared_numbers(const Outcome& a, const Outcome& b,
                                                           const std::optional<PointTime>& time_a,
                                                           const std::optional<PointTime>& time_b);
// For one access of each side; either may be nullptr. Events other than accesses have no numbers.
[[nodiscard]] std::vector<ComparedNumber> compared_accesses(const report::Event* a,
                                                            const report::Event* b);

}  // namespace lanescope::app
