// A picture with a line below that says what made it.
#pragma once

#include <string>

#include "viz/scene/draw_list.h"
#include "viz/scene/style.h"

namespace lanescope::svg {

// The picture on the palette's panel, as wide as it was, and the caption under a thin line below
// it, in as many lines as it takes. An empty caption adds nothing but the ground.
[[nodiscard]] scene::DrawList captioned(const scene::DrawList& picture, const std::string& caption,
                                        const scene::Style& style);
// What the caption takes of the height, so that a picture of a given size can leave it free.
[[nodiscard]] float caption_height(const std::string& caption, const scene::Style& style,
                                   float width);

}  // namespace lanescope::svg
