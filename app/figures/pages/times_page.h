// The times picture's input, from the session's measured and recorded times.
#pragma once

#include "app/session/session.h"
#include "viz/picture/times/times.h"

namespace lanescope::app {

[[nodiscard]] picture::TimesInput times_input(const Session& session, const text::Texts& texts);

// "NVIDIA H200, 2026-11-20"
[[nodiscard]] std::string name_of(const device::Recording& recording);

}  // namespace lanescope::app
