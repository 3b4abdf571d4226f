// Timings written down, to stand in where there is no GPU: a JSON file, schema lanescope.times/1.
//
//   {"schema", "date": "2026-11-20", "gpu": {"name", "compute_capability", "driver", "runtime",
//   ...},
//    "clock_mhz", "memory_clock_mhz", "temperature_celsius", "compiler",
//    "points": [{"lesson", "variant", "kernel", "source_hash", "params": {}, "grid", "block",
//    "registers",
//                "first_ms", "cold": {..}, "warm": {..}, "bytes_moved", "copy": {.., "bytes"},
//                "traps": [], "equal_to_simulator", "counts": {}, "bound": {"name", ..},
//                "clock_mhz", "memory_clock_mhz", "temperature_celsius", "compiler", "date"}]}
//
// cold and warm: {"count", "median", "mean", "deviation", "minimum", "maximum", "median_low",
// "median_high"}, in milliseconds. counts: by the names of counters.h, of one cold launch; empty
// where the counters could not be read. Older files lack source_hash and a point's own clocks. A
// point has a date where it is not the file's: it was added on another day.
// bound: not there where the lesson has none.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "kernels/device/counters.h"
#include "kernels/device/gpu_info.h"
#include "kernels/device/statistics.h"

namespace lanescope::device {

struct RecordedPoint {
  std::string lesson, variant, kernel;
  std::string source_hash;  // FNV-1a 64 of the kernel file's text, 16 hex digits; empty: not known
  std::map<std::string, std::int64_t> params;
  std::array<std::int64_t, 3> grid{1, 1, 1}, block{1, 1, 1};
  std::uint32_t registers = 0;
  double first_ms = 0;
  Summary cold, warm;
  std::uint64_t bytes_moved = 0;
  Summary copy;
  std::uint64_t copy_bytes = 0;
  std::vector<std::string> traps;  // name_of(Trap)
  bool equal_to_simulator = false;
  Counts counts;
  std::string bound_name;  // empty: none
  Summary bound;
  GpuState state;        // after its runs
  std::string compiler;  // of its code
  std::string date;      // of the day: "2026-11-20"

  // As of Measurement (app/session/measure.h).
  [[nodiscard]] double cold_bandwidth() const { return bandwidth(bytes_moved, cold); }
  [[nodiscard]] double copy_bandwidth() const { return bandwidth(2 * copy_bytes, copy); }
  [[nodiscard]] double share_of_copy() const {
    return copy_bandwidth() > 0 ? cold_bandwidth() / copy_bandwidth() : 0;
  }
  [[nodiscard]] double share_of_bound() const { return speed_beside(bound, cold); }
};

struct Recording {
  std::string date;  // of most of its points
  GpuInfo gpu;
  GpuState state;        // at the end
  std::string compiler;  // "NVRTC 13.0", or "the driver": of the last point
  std::vector<RecordedPoint> points;

  // The point of exactly these values; nullptr: none.
  [[nodiscard]] const RecordedPoint* find(std::string_view lesson, std::string_view variant,
                                          const std::map<std::string, std::int64_t>& params) const;
};

// "NVIDIA H200, 2026-11-20"; "NVIDIA H200, 2026-11-20 … 2026-11-23" of several days; without any,
// the name alone.
[[nodiscard]] std::string name_with_days(const std::string& gpu, const std::set<std::string>& days);

[[nodiscard]] std::string to_json(const Recording& recording);
// Error: what is wrong, and where in the file.
[[nodiscard]] tl::expected<Recording, std::string> recording_from_json(std::string_view text);

}  // namespace lanescope::device
