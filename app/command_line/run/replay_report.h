// What `lanescope run --device` tells: each launch on the GPU beside its emulation.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "app/session/start/replay.h"
#include "kernels/launches/reader.h"

namespace lanescope::app {

// For the standard error: one line in all, and one for each launch that is not equal.
[[nodiscard]] std::string replays_text(const launches::File& file,
                                       const std::vector<Replay>& replays);
// "device" of lanescope.run/1.
[[nodiscard]] nlohmann::ordered_json replays_json(const launches::File& file,
                                                  const std::vector<Replay>& replays);

}  // namespace lanescope::app
