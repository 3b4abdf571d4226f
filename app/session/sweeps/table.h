// A sweep with all known results, in the order of its launches: for the plot, the file and the
// command line.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/session/sweeps/sweep.h"
#include "app/session/sweeps/timings.h"

namespace lanescope::app {

struct SweepRow {
  std::size_t variant = 0;  // index into SweepTable::variants
  std::int64_t value = 0;   // of the sweep's parameter
  std::optional<std::int64_t> by;
  // All parameters of the launch; if the variant does not accept them, the requested ones.
  lesson::Values params;
  std::vector<std::optional<double>> quantities;  // in the order of SweepTable::quantities
  std::optional<PointTime> time;
  std::string problem;    // why there are no quantities, or an error beside them
  std::string reason{};   // the problem, without its place in the lesson file; empty: the same
  int exit_code = 0;      // of the problem
  bool is_known = false;  // false: not run (yet)
  bool has_counts = false;

  [[nodiscard]] bool failed() const { return !problem.empty() && !has_counts; }
};

// Names for readers, in all available languages.
struct SweepTitles {
  std::string lesson;  // the lesson's id
  lesson::Text lesson_title;
  std::map<std::string, lesson::Text> variants;
  std::map<std::string, lesson::Text> parameters;
  std::string machine{};  // SweepTable::machine, if known; empty: looked up
};

struct SweepTable {
  SweepTitles titles;
  lesson::Sweep sweep;
  std::vector<std::string> variants;
  std::vector<std::string> quantities;
  std::vector<SweepRow> rows;  // in the order of SweepPlan::points
  // Name of the machine whose memory rules apply; empty: those measured on the H200.
  std::string machine{};

  // The variant's title in that language, or its name.
  [[nodiscard]] std::string variant_name(std::size_t variant, const std::string& language) const;
  // The parameters that have the same value in all rows.
  [[nodiscard]] lesson::Values common_params() const;
  // All times in the rows.
  [[nodiscard]] std::vector<PointTime> times() const;
};

using TimeOfPoint = std::function<std::optional<PointTime>(const TimingKey&)>;
// `quantities`: those to show; empty: the sweep's own, or the usual ones (has_usual_quantities), or
// the costliest.
[[nodiscard]] SweepTable table_of(const SweepRunner& runner, SweepTitles titles,
                                  std::vector<std::string> quantities, const TimeOfPoint& time);
[[nodiscard]] SweepTitles titles_of(const lesson::Lesson& lesson);

}  // namespace lanescope::app
