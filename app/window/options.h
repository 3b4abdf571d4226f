// From what was asked for, and what is remembered, to a session's first state.
#pragma once

#include <string>

#include <tl/expected.hpp>

#include "app/session/session.h"
#include "app/window/monitor.h"
#include "app/window/window.h"

namespace lanescope::app {

struct Start {
  State state;
  ViewRequest view;
};

// `remembered`: what options leave open. The error says which option makes no sense.
[[nodiscard]] tl::expected<Start, std::string> start_from(const WindowOptions& options,
                                                          const Settings& remembered);

// The text scale that suits it when nobody has chosen one: as large as on a monitor of 1080 rows.
[[nodiscard]] int fitting_scale_percent(const MonitorFacts& monitor);

// What of size and scale comes from an option or from the settings file.
struct Given {
  bool scale = false, size = false;
};
// The first start: what nobody has chosen follows the monitor.
[[nodiscard]] Settings fitted_to(Settings settings, const Given& given,
                                 const MonitorFacts& monitor);

}  // namespace lanescope::app
