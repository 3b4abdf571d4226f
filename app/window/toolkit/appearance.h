// The palette and the texts that the settings select.
#pragma once

#include "app/session/files/settings.h"
#include "viz/picture/core/palette.h"
#include "viz/text/texts.h"

namespace lanescope::app {

[[nodiscard]] picture::Palette palette_of(Theme theme);
[[nodiscard]] inline picture::Palette palette_of(const Settings& settings) {
  return palette_of(settings.theme);
}
[[nodiscard]] text::Texts texts_of(const Settings& settings);

}  // namespace lanescope::app
