// The comparison in the state file.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "app/session/session.h"
#include "app/window/panels/pages/compare_panel.h"

namespace lanescope::app {

// Null if nothing is kept. Otherwise: a, b (lesson, variant, params, present; params are null until
// the side has run), differences (their kinds), likeness (same, last, alike, none), line and event
// of the other side, wavefronts (of the side that has more), step (from 0; null: all), lane (under
// the mouse, or null), below (numbers, text), playing, running, problem (of the other side); and,
// on the page, places: kind (side, lane, code_line), index and rect of each.
[[nodiscard]] nlohmann::ordered_json compare_json_of(const Session& session,
                                                     const ComparePanel& panel);

}  // namespace lanescope::app
