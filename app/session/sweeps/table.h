// A sweep with all that is known of its points, in the order of its launches: what the plot, the
// file and the command line show.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/session/sweeps/sweep.h"
#include "app/session/sweeps/times.h"

namespace lanescope::app {

struct SweepRow {
  std::size_t variant = 0;  // index into SweepTable::variants
  std::int64_t value = 0;   // of the sweep's parameter
  std::optional<std::int64_t> by;
  // Every parameter of the launch; where that makes no sense, what was asked for.
  lesson::Values params;
  std::vector<std::optional<double>> quantities;  // in the order of SweepTable::quantities
  std::optional<PointTime> time;
  std::string problem;    // why it has no quantities
  int exit_code = 0;      // of the problem
  bool is_known = false;  // false: not run, or not yet
};

// The words for it, in the languages there are.
struct SweepTitles {
  std::string lesson;  // its id
  lesson::Text lesson_title;
  std::map<std::string, lesson::Text> variants;
  std::map<std::string, lesson::Text> parameters;
  std::string machine{};  // SweepTable::machine, where it is known; empty: it is looked up
};

struct SweepTable {
  SweepTitles titles;
  lesson::Sweep sweep;
  std::vector<std::string> variants;
  std::vector<std::string> quantities;
  std::vector<SweepRow> rows;  // as SweepPlan::points
  // The name of the machine by whose rules memory is priced; empty: the H200, as measured.
  std::string machine{};

  // Of the variant's title in that language, or its name.
  [[nodiscard]] std::string variant_name(std::size_t variant, const std::string& language) const;
  // Of the rows that have one.
  [[nodiscard]] std::vector<PointTime> times() const;
};

using TimeOfPoint = std::function<std::optional<PointTime>(const TimingKey&)>;
// `quantities`: those to show; empty: the sweep's own, or what costs most.
[[nodiscard]] SweepTable table_of(const SweepRunner& runner, SweepTitles titles,
                                  std::vector<std::string> quantities, const TimeOfPoint& time);
[[nodiscard]] SweepTitles titles_of(const lesson::Lesson& lesson);

}  // namespace lanescope::app
