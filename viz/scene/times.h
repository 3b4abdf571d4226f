// What the variants of a lesson cost, side by side: a bar for the time on a GPU, measured or
// recorded, beside what the simulator counts. Pure: the same input gives the same picture.
//
// Of a time: the bar ends at the median with the L2 cache cold, a notch stands at the warm one, a
// whisker covers the 95 % interval of the median, or all runs where they are too few for one. Bars
// of times share one axis. What the simulator counts is drawn in bytes on a scale of its own, and
// never called a time.
//
// Hit areas: variant (index: the row), sample (index: of the series).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "viz/scene/badge.h"
#include "viz/scene/draw_list.h"
#include "viz/scene/style.h"

namespace lanescope::scene {

// Milliseconds.
struct TimeSeries {
  std::size_t count = 0;  // of runs; 0: there is no such series
  double median = 0;
  double low = 0, high = 0;  // of the median's 95 % interval, or of all runs: has_interval()
  double minimum = 0, maximum = 0;
  double mean = 0, deviation = 0;
  std::vector<double> samples;  // in their order; empty: only the above is known
  // Fewer runs have no such interval (kernels/device/statistics.h).
  [[nodiscard]] bool has_interval() const { return count >= 6; }
};

// The arrays as the GPU left them against the simulator's: the same bits; within the tolerance; one
// of these, and it is not known which; neither.
enum class ArrayVerdict : std::uint8_t { unknown, equal, close, agree, differs };
// Its sign and its sentence; empty for unknown.
struct VerdictWords {
  const char* sign = "";
  const char* text_key = "";
};
[[nodiscard]] VerdictWords words_of(ArrayVerdict verdict);

struct TimeFigure {
  TimeSeries cold, warm;           // L2 cache written over before each run, or not
  double gigabytes_a_second = 0;   // 10^9 bytes that must move, cold; 0: none must
  double share_of_copy = 0;        // of a copy's; 0: not known
  std::string bound_name;          // what others wrote for the same work; empty: nothing
  double share_of_bound = 0;       // its time by this one's: 1 is as fast
  std::string no_bound;            // why that was not timed; empty: it was, or there is nothing
  std::vector<std::string> traps;  // names of device::Trap
  ArrayVerdict arrays = ArrayVerdict::unknown;
  std::string difference;    // differs: the array's first difference, in full
  std::string other_values;  // "N 2048": it was made with these; empty: with the present ones
  bool other_text = false;   // it was made of another text of the kernel
  // It is no time of what is chosen, and is drawn so.
  [[nodiscard]] bool is_of_another() const { return other_text || !other_values.empty(); }
};

// Counted by the simulator over the whole launch.
struct CostFigure {
  std::uint64_t sectors = 0, ideal_sectors = 0;        // global and local memory, 32 bytes each
  std::uint64_t wavefronts = 0, ideal_wavefronts = 0;  // shared memory, up to 128 bytes each
};

struct TimesRow {
  std::string name;     // of the variant
  bool applies = true;  // false: the present values make no sense for it
  std::optional<TimeFigure> measured, recorded;
  bool recorded_otherwise = false;  // the recording has it with other values
  std::optional<CostFigure> cost;
  bool out_of_reach = false;  // there is no cost: simulating it did not get to the end
  bool measuring = false, waits = false;
  std::string failure;  // why it could not be measured the last time; an older result stays
  [[nodiscard]] bool keeps_older() const {
    return !failure.empty() && measured && !measured->is_of_another();
  }
};

// A GPU, and how it was when it measured.
struct GpuFacts {
  std::string name;
  int clock_mhz = 0, memory_clock_mhz = 0, temperature_celsius = 0;  // 0: not known
  std::string driver, compiler, date;                                // may be empty
};

struct TimesInput {
  std::vector<TimesRow> rows;  // in the lesson's order
  std::size_t chosen = 0;      // beyond the last: none
  std::optional<GpuFacts> measured_on, recorded_on;
  std::string absence;  // why nothing can be measured here
  std::string nearest;  // "N 4096, PAD 1": the nearest values that are recorded; empty: no need
  // For all who look on from afar: as large as there is room, without what is of use only to who
  // measures.
  bool for_a_room = false;
};

[[nodiscard]] DrawList build_times(const TimesInput& input, const Style& style, float width,
                                   float height);

}  // namespace lanescope::scene
