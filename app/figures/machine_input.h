// What the session knows of the machine, as the page's picture wants it.
#pragma once

#include <optional>

#include "app/session/session.h"
#include "viz/scene/machine_view.h"

namespace lanescope::app {

// `profile` must outlive the input.
[[nodiscard]] scene::MachineInput machine_input(const Session& session,
                                                const machine::Profile& profile);

}  // namespace lanescope::app
