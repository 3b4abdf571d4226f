// A sweep as a plot: simulated counts as a line with a marker per point, times as points with
// whiskers on their own axis. With two parameters, a map with a number in each cell. Pure: equal
// inputs give equal pictures.
//
// MODEL is the line, on the left axis. MEASURED times are filled markers, RECORDED ones outlined
// markers, on the right axis. Variants differ by marker shape and are named at the end of their
// line; colour is only an additional cue.
//
// Hit areas: point (index: into all points, series by series).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "viz/picture/core/draw_list.h"
#include "viz/picture/core/style.h"

namespace lanescope::picture {

struct SweepTime {
  bool measured = false;     // otherwise recorded
  double median = 0;         // milliseconds, L2 cache cold
  double low = 0, high = 0;  // of the median's 95 % interval; without one, of all runs
  bool has_interval = true;
  std::size_t runs = 0;
};

struct SeriesPoint {               // one launch
  std::int64_t value = 0;          // of the parameter
  std::optional<std::int64_t> by;  // of the second parameter
  std::optional<double> quantity;  // the simulated count
  std::optional<SweepTime> time;
  std::string problem;      // why the count is missing, or an error beside it
  bool is_known = false;    // false: not simulated, or not yet
  bool is_present = false;  // has the currently selected values
  std::string reason{};     // the problem, without its place in the lesson file; empty: the same
};

struct SweepSeries {
  std::string name;                 // of the variant
  bool chosen = false;              // the currently selected variant
  std::vector<SeriesPoint> points;  // of a map: row by row, starting with the first value of `by`
};

enum class SweepProgress : std::uint8_t { nothing, running, cancelled, done };

struct SweepInput {
  std::string title;                       // "Matrix transpose: over paddings"
  std::string fixed;                       // "N 4096": shared by all points; may be empty
  std::string parameter, parameter_label;  // "PAD", "padding, words a row"
  std::string by, by_label;                // empty: no second axis
  // What is counted: `kind` is the access ("global_load"; empty: the launch), `count` the quantity
  // ("sectors_per_request", "branch_efficiency_percent").
  std::string kind, count;
  // The parameter grows by a factor and the count is a sum over the launch. Both axes of values are
  // then logarithmic, also while most points are missing.
  bool by_powers = false;
  std::vector<SweepSeries> series;       // a map shows the first
  std::string machine{};                 // whose rules apply; empty: the H200's measured rules
  std::string measured_on, recorded_on;  // GPUs; empty: no such times
  SweepProgress progress = SweepProgress::nothing;
  std::size_t done = 0, total = 0;     // points
  double share = 0;                    // progress by work, 0..1
  std::string absence;                 // why there is no sweep to show; otherwise empty
  std::optional<std::size_t> pointed;  // index of the point under the mouse or the keyboard cursor
  std::string sets{};  // what a click on that point changes: "N 4096, PAD 1"; empty: nothing
  // Index of the point that a click or the arrows chose: its values stand below the plot.
  std::optional<std::size_t> selected{};
  float button_w = 0;     // pixels at the foot's right end that a button takes, with its gap
  bool has_keys = false;  // in a window: hints name keys
};

[[nodiscard]] DrawList build_sweep(const SweepInput& input, const Style& style, float width,
                                   float height);
// The row below the plot: progress, errors, or the chosen point. Its right third is free unless
// the sweep is running. h == 0: no room for it.
[[nodiscard]] Rect sweep_foot(const Style& style, float width, float height);

// "32", "4.53", "2,097,152"; "–" without a value.
[[nodiscard]] std::string count_text(const std::optional<double>& value);
// "global load: sectors per request"
[[nodiscard]] std::string quantity_text(const std::string& kind, const std::string& count,
                                        const text::Texts& texts);

}  // namespace lanescope::picture
