// How wide text is where no window has fonts open.
#pragma once

#include "viz/scene/style.h"

namespace lanescope::fonts {

// By the advances of the fonts that the window would take (font_files.h), without hinting and
// kerning; where there are none, or this build can't ask for them, scene::typical_text_width. May
// be copied; not for several threads at once.
[[nodiscard]] scene::MeasureText text_width();

// False: text_width() gives typical widths.
[[nodiscard]] bool has_fonts();

}  // namespace lanescope::fonts
