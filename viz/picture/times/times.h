// The cost of a lesson's variants side by side: a bar for the time on a GPU, measured or recorded,
// and the simulator's counts. Pure: equal inputs give equal pictures.
//
// A time's bar ends at the median with a cold L2 cache, a notch marks the warm median, and a
// whisker shows the 95 % interval of the median, or the range of all runs if there are too few. All
// time bars share one axis. The simulator's counts are drawn in bytes, right of their text and on a
// scale of their own, so that nobody reads them off the time axis. They are never called times.
//
// Hit areas: variant (index: the row), sample (index: of the series).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "viz/picture/core/badge.h"
#include "viz/picture/core/draw_list.h"
#include "viz/picture/core/style.h"

namespace lanescope::picture {

// Milliseconds.
struct TimeSeries {
  std::size_t count = 0;  // of runs; 0: no such series
  double median = 0;
  double low = 0, high = 0;  // of the median's 95 % interval; without one, of all runs
  double minimum = 0, maximum = 0;
  double mean = 0, deviation = 0;
  std::vector<double> samples;  // in order; empty: only the summary above is known
  // With fewer runs there is no such interval (kernels/device/statistics.h).
  [[nodiscard]] bool has_interval() const { return count >= 6; }
};

// The GPU's output arrays compared with the simulator's: bit-identical; within the tolerance; one
// of the two, but unknown which; different.
enum class ArrayVerdict : std::uint8_t { unknown, equal, close, agree, differs };
// Sign and sentence of a verdict; empty for unknown.
struct VerdictWords {
  const char* sign = "";
  const char* text_key = "";
};
[[nodiscard]] VerdictWords words_of(ArrayVerdict verdict);

// A GPU and its state while measuring.
struct GpuFacts {
  std::string name;
  int clock_mhz = 0, memory_clock_mhz = 0, temperature_celsius = 0;  // 0: not known
  std::string driver, compiler, date;                                // may be empty
};

struct TimeFigure {
  TimeSeries cold, warm;            // L2 cache overwritten before each run, or not
  double gigabytes_per_second = 0;  // 10^9 bytes that must move, cold; 0: none must
  double share_of_copy = 0;         // relative to a copy's bandwidth; 0: unknown
  std::string bound_name;           // library code for the same task; empty: none
  double share_of_bound = 0;        // the bound's time / this kernel's time: 1 is as fast
  std::string bound_failure;        // why the bound was not timed; empty: it was, or there is none
  std::vector<std::string> traps;   // names of device::Trap
  ArrayVerdict arrays = ArrayVerdict::unknown;
  std::string difference;    // for `differs`: the array's first difference, in full
  std::string other_values;  // "N 2048": values of this figure; empty: the current values
  bool other_text = false;   // timed with different source code of the kernel
  GpuFacts gpu;              // its state during these runs
  // True if the figure is not of the current values and source; it is then drawn faint.
  [[nodiscard]] bool is_of_other_launch() const { return other_text || !other_values.empty(); }
};

// Simulated counts of the whole launch.
struct CostFigure {
  std::uint64_t sectors = 0, ideal_sectors = 0;        // global and local memory, 32 bytes each
  std::uint64_t wavefronts = 0, ideal_wavefronts = 0;  // shared memory, up to 128 bytes each
};

struct TimesRow {
  std::string name;     // of the variant, with those of its values that the chosen one lacks
  bool applies = true;  // false: the variant does not support the current values
  std::optional<TimeFigure> measured, recorded;
  bool recorded_with_other_values = false;  // the recording has it only with other values
  std::string recorded_values;              // the nearest of them: "N 2048"; may be empty
  std::optional<CostFigure> cost;
  std::string cost_failure;  // why the simulation did not finish; empty: it did, or has not begun
  bool measuring = false, waits = false;
  std::string failure;  // why the last measurement failed; an older result stays
  [[nodiscard]] bool keeps_older() const {
    return !failure.empty() && measured && !measured->is_of_other_launch();
  }
};

struct TimesInput {
  std::vector<TimesRow> rows;                        // in the lesson's order
  std::size_t chosen = 0;                            // index; past the end: none
  std::optional<GpuFacts> measured_on, recorded_on;  // what all rows share
  bool has_padding = false;  // a value of the rows removes or causes bank conflicts
  std::string absence;       // why measuring is impossible here
  std::string nearest;       // "N 4096, PAD 1": the nearest recorded values; empty: not needed
  // Lecture version: as large as the room allows, without details that only matter when measuring.
  bool for_lecture = false;
  bool on_paper = false;  // an exported picture: no key of the window is named
};

[[nodiscard]] DrawList build_times(const TimesInput& input, const Style& style, float width,
                                   float height);

}  // namespace lanescope::picture
