// What is on the screen, as JSON, for tests and for programs that read it to someone.
//
// When LANESCOPE_STATE_FILE names a file, it is replaced (never half written) after every frame
// that has settled:
// {"frame": n, "running": false, "lesson", "variant", "kernel", "params": {}, "compiler", "block":
// [x,y,z], "warp",
//  "line", "event": n|null, "wavefront": n|null, "wavefronts": n, "theme", "language",
//  "scale_percent", "width", "height", "overlay", "page", "focus", "controls": {id: [x,y,w,h]} of
//  all that Tab reaches, "notice", "problem": text|null, "message": text, "message_open": bool,
//  "can_undo", "can_redo", "access": {"space","op","bytes","mask","cost","ideal","ways"}|null,
//  "totals": {"global_load": {"requests","sectors","ideal_sectors"}, "global_store": ..,
//  "shared_load":
//             {"requests","wavefronts","ideal_wavefronts","conflicts"}, "shared_store": ..}|null,
//  "wall_ms": what the user waited for the run shown}
// event, wavefront count from 0; line from 1. wavefront null: all of them are shown.
#pragma once

#include <cstdint>
#include <string>

#include "app/session/session.h"
#include "app/window/main_view.h"
#include "app/window/platform.h"

namespace lanescope::app {

[[nodiscard]] std::string state_json(const Session& session, const MainView& view, const Ui& ui,
                                     std::uint64_t frame);

}  // namespace lanescope::app
