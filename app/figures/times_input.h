// From what the session knows of times to what their picture shows.
#pragma once

#include "app/session/session.h"
#include "viz/scene/times.h"

namespace lanescope::app {

[[nodiscard]] scene::TimesInput times_input(const Session& session, const text::Texts& texts);

// "NVIDIA H200, 2026-11-20"
[[nodiscard]] std::string name_of(const device::Recording& recording);

}  // namespace lanescope::app
