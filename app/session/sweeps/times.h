// The time of a sweep's point: measured on this computer, else recorded elsewhere.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/session/run/timing_key.h"
#include "app/session/sweeps/timings.h"
#include "kernels/device/recording.h"

namespace lanescope::app {

struct PointTime {
  bool measured = false;  // on this computer; false: recorded on another
  device::Summary cold;   // milliseconds, L2 cache overwritten before each run
  std::string gpu;
  std::string date;  // for a recorded time
  // With an interval, median_low and median_high are the 95 % interval of the median; with fewer
  // runs, the extremes.
  [[nodiscard]] bool has_interval() const { return cold.count >= 6; }
};

// The time of exactly this launch and kernel text. Either source may be nullptr.
[[nodiscard]] std::optional<PointTime> time_of(const TimingKey& key, const Timings* timings,
                                               const device::Recording* recording);

// Source of the measured times (`measured`), or of the recorded ones: the GPU's name and the dates.
// Empty: there are none.
[[nodiscard]] std::string names_of_gpus(const std::vector<PointTime>& times, bool measured);

}  // namespace lanescope::app
