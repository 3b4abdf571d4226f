#include "app/window/appearance.h"

namespace lanescope::app {

scene::Palette palette_of(Theme theme) {
  switch (theme) {
    case Theme::dark:
      return scene::palette_for(scene::Theme::dark);
    case Theme::light:
      return scene::palette_for(scene::Theme::light);
    case Theme::contrast:
      return scene::palette_for(scene::Theme::contrast);
  }
  return scene::palette_for(scene::Theme::dark);
}

text::Texts texts_of(const Settings& settings) {
  return text::Texts(settings.language == "zh" ? text::Language::chinese : text::Language::english);
}

}  // namespace lanescope::app
