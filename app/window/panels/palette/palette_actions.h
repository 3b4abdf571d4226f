// The commands that the palette offers by name. Commands that step ("the next warp") are left out:
// they have buttons beside what they step. So are those that the palette offers as a choice
// of values, such as the theme.
#pragma once

#include <span>

#include "app/window/toolkit/keys.h"

namespace lanescope::app {

struct PaletteAction {
  Command command{};
  const char* id = "";
  const char* text_key = "";
};
[[nodiscard]] std::span<const PaletteAction> palette_actions();

}  // namespace lanescope::app
