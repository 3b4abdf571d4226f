// What settings mean for a picture: its colours and its texts.
#pragma once

#include "app/session/settings.h"
#include "viz/scene/palette.h"
#include "viz/text/texts.h"

namespace lanescope::app {

[[nodiscard]] scene::Palette palette_of(Theme theme);
[[nodiscard]] inline scene::Palette palette_of(const Settings& settings) {
  return palette_of(settings.theme);
}
[[nodiscard]] text::Texts texts_of(const Settings& settings);

}  // namespace lanescope::app
