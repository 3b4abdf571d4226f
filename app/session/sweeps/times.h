// The time of a sweep's point: measured here, else recorded elsewhere.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/session/timing_key.h"
#include "app/session/timings.h"
#include "kernels/device/recording.h"

namespace lanescope::app {

struct PointTime {
  bool measured = false;  // on this machine; else recorded on another
  device::Summary cold;   // milliseconds, the L2 cache written over before each run
  std::string gpu;
  std::string date;  // of a recorded one
  // median_low and median_high hold the 95 % interval of the median; of fewer runs, their extremes.
  [[nodiscard]] bool has_interval() const { return cold.count >= 6; }
};

// Of exactly this launch and this text of the kernel. Either source may be a nullptr.
[[nodiscard]] std::optional<PointTime> time_of(const TimingKey& key, const Timings* timings,
                                               const device::Recording* recording);

// Where those of these times come from that were measured here, or else recorded: the GPU's name
// and the days. Empty: none did.
[[nodiscard]] std::string names_of_gpus(const std::vector<PointTime>& times, bool measured);

}  // namespace lanescope::app
