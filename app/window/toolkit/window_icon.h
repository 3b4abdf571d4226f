// The program's icon as pixels.
#pragma once

#include <vector>

#include <tl/expected.hpp>

#include "app/window/toolkit/platform.h"

namespace lanescope::app {

// Icons in the sizes that desktops ask for. Requires a current GL context. Afterwards the window's
// framebuffer is bound.
[[nodiscard]] tl::expected<std::vector<Platform::Icon>, std::string> draw_icons();

}  // namespace lanescope::app
