// Text widths where no window has opened the fonts.
#pragma once

#include "viz/picture/core/style.h"

namespace lanescope::fonts {

// Measures with the advances of the fonts that the window would use (font_files.h), without hinting
// and kerning. Falls back to picture::typical_text_width if there are no fonts or the build has no
// font support. The result may be copied, but is not thread-safe.
[[nodiscard]] picture::MeasureText text_width();

// False: text_width() returns typical widths.
[[nodiscard]] bool has_fonts();

}  // namespace lanescope::fonts
