// The palette and the texts that the settings select.
#pragma once

#include "app/session/files/settings.h"
#include "viz/picture/core/palette.h"
#include "viz/text/texts.h"

namespace lanescope::app {

[[nodiscard]] inline picture::Palette palette_of(Theme theme) {
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
[[nodiscard]] inline picture::Palette palette_of(const Settings& settings) {
  return palette_of(settings.theme);
}
[[nodiscard]] inline text::Texts texts_of(const Settings& settings) {
  return text::Texts(settings.language);
}

}  // namespace lanescope::app
