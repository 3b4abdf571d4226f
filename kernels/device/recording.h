// Recorded timings, used where there is no GPU: a JSON file, schema lanescope.times/1.
//
//   {"schema", "date": "2026-11-20",
//    "gpu": {"name", "compute_capability", "driver", "runtime", ...},
//    "clock_mhz", "memory_clock_mhz", "temperature_celsius", "compiler",
//    "points": [{"lesson", "variant", "kernel", "source_hash", "params": {}, "grid", "block",
//                "registers", "first_ms", "cold": {..}, "warm": {..}, "bytes_moved",
//                "copy": {.., "bytes"}, "traps": [], "equal_to_simulator", "counts": {},
//                "bound": {"name", ..}, "clock_mhz", "memory_clock_mhz",
//                "temperature_celsius", "compiler", "date"}]}
//
// cold and warm: {"count", "median", "mean", "deviation", "minimum", "maximum", "median_low",
// "median_high"}, in milliseconds. counts: of one cold launch, by the names in counters.h; empty if
// the counters could not be read. bound: missing if the lesson has none. Points that were added on
// another day have their own date. Older files lack source_hash and the points' clocks.
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
  // FNV-1a 64 of the kernel file's text and the headers beside it, 16 hex digits; empty: unknown
  std::string source_hash;
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
  GpuState state;        // after the point's runs
  std::string compiler;  // of the kernel's code
  std::string date;      // "2026-11-20"

  // As in Measurement (app/session/run/measure.h).
  [[nodiscard]] double cold_bandwidth() const { return bandwidth(bytes_moved, cold); }
  [[nodiscard]] double copy_bandwidth() const { return bandwidth(2 * copy_bytes, copy); }
  [[nodiscard]] double share_of_copy() const {
    return copy_bandwidth() > 0 ? cold_bandwidth() / copy_bandwidth() : 0;
  }
  [[nodiscard]] double share_of_bound() const { return relative_speed(bound, cold); }
};

struct Recording {
  std::string date;  // of most points
  GpuInfo gpu;
  GpuState state;        // at the end
  std::string compiler;  // the last point's: "NVRTC 13.0", or "the driver"
  std::vector<RecordedPoint> points;

  // The point with exactly these values; nullptr: none.
  [[nodiscard]] const RecordedPoint* find(std::string_view lesson, std::string_view variant,
                                          const std::map<std::string, std::int64_t>& params) const;
};

// "NVIDIA H200, 2026-11-20"; for several days "NVIDIA H200, 2026-11-20 … 2026-11-23"; without days
// only the name.
[[nodiscard]] std::string name_with_days(const std::string& gpu, const std::set<std::string>& days);

[[nodiscard]] std::string to_json(const Recording& recording);
// The error says what is wrong and where in the file.
[[nodiscard]] tl::expected<Recording, std::string> recording_from_json(std::string_view text);

}  // namespace lanescope::device
