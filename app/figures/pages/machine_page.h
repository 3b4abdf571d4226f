// The machine page's picture, from the session.
#pragma once

#include "app/session/session.h"
#include "viz/picture/machine/view.h"

namespace lanescope::app {

// `profile` must outlive the input.
[[nodiscard]] picture::MachineInput machine_input(const Session& session,
                                                  const machine::Profile& profile);

}  // namespace lanescope::app
