// The palettes of the themes in Settings.
#pragma once

#include "app/session/files/settings.h"
#include "viz/picture/core/palette.h"

namespace lanescope::app {

[[nodiscard]] inline picture::Palette figure_palette(Theme theme) {
  switch (theme) {
    case Theme::dark:
      break;
    case Theme::light:
      return picture::palette_for(picture::Theme::light);
    case Theme::contrast:
      return picture::palette_for(picture::Theme::contrast);
  }
  return picture::palette_for(picture::Theme::dark);
}

}  // namespace lanescope::app
