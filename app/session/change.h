// How a part of a session changes the session's state.
#pragma once

#include <cstdint>
#include <functional>

namespace lanescope::app {

// Undo takes consecutive changes of one kind (arrow keys) back together, but for `parameter` and
// `other`.
enum class Change : std::uint8_t { line, event, wavefront, warp, block, site, parameter, other };

// A part calls remember(), changes the state, and calls run() if the new state asks for another
// run. Neither is empty.
struct Changes {
  std::function<void(Change)> remember;
  std::function<void()> run;
};

}  // namespace lanescope::app
