#include "app/window/toolkit/appearance.h"

#include "app/figures/theme.h"

namespace lanescope::app {

picture::Palette palette_of(Theme theme) { return figure_palette(theme); }

text::Texts texts_of(const Settings& settings) { return text::Texts(settings.language); }

}  // namespace lanescope::app
