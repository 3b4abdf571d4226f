// Measurements as a table for people, and as the file that stands in for a GPU elsewhere.
#pragma once

#include <string>
#include <vector>

#include "app/session/measure.h"
#include "kernels/device/recording.h"

namespace lanescope::app {

// Headed by the GPU; a row a measurement; below, what to know about the figures. `failures`: what
// could not be measured, a line each.
[[nodiscard]] std::string time_text(const std::vector<Measurement>& measurements,
                                    const std::vector<std::string>& failures);

// `date`: "2026-11-20".
[[nodiscard]] device::Recording recording_of(const std::vector<Measurement>& measurements,
                                             const std::string& date);

}  // namespace lanescope::app
