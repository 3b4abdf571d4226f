// Settings' themes as palettes.
#pragma once

#include "app/session/settings.h"
#include "viz/scene/palette.h"

namespace lanescope::app {

[[nodiscard]] inline scene::Palette figure_palette(Theme theme) {
  switch (theme) {
    case Theme::dark:
      break;
    case Theme::light:
      return scene::palette_for(scene::Theme::light);
    case Theme::contrast:
      return scene::palette_for(scene::Theme::contrast);
  }
  return scene::palette_for(scene::Theme::dark);
}

}  // namespace lanescope::app
