// The program's sign as pixels, for whatever shows a window's icon.
#pragma once

#include <vector>

#include <tl/expected.hpp>

#include "app/window/platform.h"

namespace lanescope::app {

// In the sizes that desktops ask for. Needs the context to be current; the bound framebuffer is the
// window's afterwards.
[[nodiscard]] tl::expected<std::vector<Platform::Icon>, std::string> draw_icons();

}  // namespace lanescope::app
