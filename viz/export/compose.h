// A picture with a caption that says how it was made.
#pragma once

#include <string>

#include "viz/picture/core/draw_list.h"
#include "viz/picture/core/style.h"

namespace lanescope::svg {

// The picture on the palette's panel colour, at its own width, with the caption under a thin line
// below it, in as many lines as it needs. An empty caption adds only the background.
[[nodiscard]] picture::DrawList captioned(const picture::DrawList& picture,
                                          const std::string& caption, const picture::Style& style);
// Height of the caption, so that the caller can leave that much free in a picture of fixed size.
[[nodiscard]] float caption_height(const std::string& caption, const picture::Style& style,
                                   float width);

}  // namespace lanescope::svg
