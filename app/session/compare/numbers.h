// The numbers of two runs side by side: which is better, and by how much. What the page, the
// table and the JSON of a comparison show. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/session/run.h"
#include "app/session/sweeps/times.h"

namespace lanescope::app {

enum class Better : std::uint8_t { lower, higher, neither };
enum class Winner : std::uint8_t { unknown, equal, a, b };
[[nodiscard]] const char* name_of(Winner winner);  // "unknown", "equal", "a", "b"

struct ComparedNumber {
  // "access" (the one that is looked at), a kind of access ("shared_load", ...), "launch", "time".
  std::string group;
  std::string name;            // as in kernels/lesson_file/quantity_names.h where it is there
  std::optional<double> a, b;  // none: it has no value on that side
  Better better = Better::lower;

  // Unknown where a side has none, or where neither more nor less is better and they differ.
  [[nodiscard]] Winner winner() const;
  // How many times the better one is as good; or, where neither is, b by a. None where it can't be
  // said: a side has none, or one of them is 0.
  [[nodiscard]] std::optional<double> ratio() const;
};

// Of exactly this launch: measured, else recorded. None where it is seen on another machine than
// the GPU that the time is of. Either source may be a nullptr.
[[nodiscard]] std::optional<PointTime> time_of(const Outcome& outcome, compile::Compiler compiler,
                                               const Timings* timings,
                                               const device::Recording* recording);
[[nodiscard]] bool is_time_of(const PointTime& time, const Outcome& outcome);

// Of the two launches: each kind of access that either has, what was executed, and the times. In
// the order of the JSON.
[[nodiscard]] std::vector<ComparedNumber> compared_numbers(const Outcome& a, const Outcome& b,
                                                           const std::optional<PointTime>& time_a,
                                                           const std::optional<PointTime>& time_b);
// Of one access of each; either may be a nullptr, and what is no access has no numbers.
[[nodiscard]] std::vector<ComparedNumber> compared_accesses(const report::Event* a,
                                                            const report::Event* b);

}  // namespace lanescope::app
