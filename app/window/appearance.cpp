#include "app/window/appearance.h"

#include "app/figures/theme.h"

namespace lanescope::app {

scene::Palette palette_of(Theme theme) { return figure_palette(theme); }

text::Texts texts_of(const Settings& settings) {
  return text::Texts(settings.language == "zh" ? text::Language::chinese : text::Language::english);
}

}  // namespace lanescope::app
