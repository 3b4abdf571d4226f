// A sweep as a plot: what the simulator counts as a line with a marker for each point, times as
// points with whiskers on an axis of their own; or, over two parameters, as a map with a digit in
// each cell. Pure: the same input gives the same picture.
//
// MODEL is the line, on the left axis. MEASURED times are filled markers, RECORDED ones outlined,
// on the right axis. Variants differ by the shape of their markers and are named at their line's
// end; colour is no more than a help.
//
// Hit areas: point (index: into all points, series by series).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "viz/scene/draw_list.h"
#include "viz/scene/style.h"

namespace lanescope::scene {

struct SweepTime {
  bool measured = false;     // else recorded
  double median = 0;         // milliseconds, L2 cache cold
  double low = 0, high = 0;  // of the median's 95 % interval, or of all runs: has_interval
  bool has_interval = true;
  std::size_t runs = 0;
};

struct SweepPlace {                // one launch
  std::int64_t value = 0;          // of the parameter
  std::optional<std::int64_t> by;  // of the second one
  std::optional<double> quantity;  // simulated
  std::optional<SweepTime> time;
  std::string problem;      // why there is no quantity
  bool is_known = false;    // false: not simulated, or not yet
  bool is_present = false;  // the values that are chosen now
};

struct SweepSeries {
  std::string name;                // of the variant
  bool chosen = false;             // it is the variant that is looked at
  std::vector<SweepPlace> points;  // of a map: row by row, the first value of `by` first
};

enum class SweepProgress : std::uint8_t { nothing, running, cancelled, done };

struct SweepInput {
  std::string title;                       // "Matrix transpose: over paddings"
  std::string fixed;                       // "N 4096": what all points have in common; may be empty
  std::string parameter, parameter_label;  // "PAD", "padding, words a row"
  std::string by, by_label;                // empty: no second axis
  // What is counted: of which access ("global_load", empty: of the launch), and the count
  // ("sectors_per_request", "branch_efficiency_percent").
  std::string kind, count;
  std::vector<SweepSeries> series;       // a map shows the first
  std::string machine{};                 // whose rules count; empty: the H200's, as measured
  std::string measured_on, recorded_on;  // GPUs; empty: no such times
  SweepProgress progress = SweepProgress::nothing;
  std::size_t done = 0, total = 0;     // points
  double share = 0;                    // of the work, 0..1
  std::string absence;                 // why there is no sweep to show; empty: there is one
  std::optional<std::size_t> pointed;  // the point under the mouse or the keyboard
  bool has_keys = false;               // of a window: hints name them
};

[[nodiscard]] DrawList build_sweep(const SweepInput& input, const Style& style, float width,
                                   float height);

// "32", "4.53", "2,097,152"; "–" where there is none.
[[nodiscard]] std::string count_text(const std::optional<double>& value);
// "global load: sectors a request"
[[nodiscard]] std::string quantity_text(const std::string& kind, const std::string& count,
                                        const text::Texts& texts);

}  // namespace lanescope::scene
