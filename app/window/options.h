// The initial state of a session, from options and remembered settings.
#pragma once

#include <optional>
#include <string>

#include <tl/expected.hpp>

#include "app/session/session.h"
#include "app/session/start/recent.h"
#include "app/window/toolkit/platform.h"
#include "app/window/window.h"

namespace lanescope::app {

struct Start {
  State state;
  ViewRequest view;
};

// `remembered`: settings for everything that the options leave open. `last`: where to go on, in
// place of what the options show. The error names the invalid option.
[[nodiscard]] tl::expected<Start, std::string> start_from(const WindowOptions& options,
                                                          const Settings& remembered,
                                                          const std::optional<Visit>& last = {});

// The default text scale for the monitor: text looks as large as on a monitor with 1080 rows.
[[nodiscard]] int fitting_scale_percent(const MonitorFacts& monitor);

// Whether scale and size come from an option or from the settings file.
struct Given {
  bool scale = false, size = false;
};
// Settings for the first start: what was not given is adapted to the monitor.
[[nodiscard]] Settings fitted_to(Settings settings, const Given& given,
                                 const MonitorFacts& monitor);
// The settings to save. Theme, language and text scale that are as this start `opened` them are
// saved as `remembered`: an option holds for one start only.
[[nodiscard]] Settings to_remember(Settings now, const Settings& opened,
                                   const Settings& remembered);
// A remembered window that is larger than the monitor's work area gets that size: the monitor may
// be another one now.
[[nodiscard]] Settings inside(Settings settings, const MonitorFacts& monitor);

}  // namespace lanescope::app
