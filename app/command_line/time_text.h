// Measurements as a table, and as a recording to use on machines without that GPU.
#pragma once

#include <string>
#include <vector>

#include "app/session/run/measure.h"
#include "kernels/device/recording.h"

namespace lanescope::app {

// Starts with the GPU; one row per measurement; notes on the figures below.
[[nodiscard]] std::string time_text(const std::vector<Measurement>& measurements);

// `date`: "2026-11-20".
[[nodiscard]] device::Recording recording_of(const std::vector<Measurement>& measurements,
                                             const std::string& date);

}  // namespace lanescope::app
