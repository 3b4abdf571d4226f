// From what was asked for, and what is remembered, to a session's first state.
#pragma once

#include <string>

#include <tl/expected.hpp>

#include "app/session/session.h"
#include "app/window/window.h"

namespace lanescope::app {

struct Start {
  State state;
  ViewRequest view;
};

// `remembered`: what options leave open. The error says which option makes no sense.
[[nodiscard]] tl::expected<Start, std::string> start_from(const WindowOptions& options,
                                                          const Settings& remembered);

}  // namespace lanescope::app
