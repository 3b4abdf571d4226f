// Links a picture's words to the glossary, as prose does: a dashed line below each term where it
// first occurs, and its explanation under the mouse.
#pragma once

#include <string_view>

#include "viz/picture/core/draw_list.h"
#include "viz/picture/core/style.h"

namespace lanescope::picture {

// Only terms of that group of the glossary: the others are too common to be marked on a page.
// A word inside an area that a click already chooses keeps that area: only its tooltip grows by the
// explanation.
void link_terms(DrawList& list, const Style& style, std::string_view group);

}  // namespace lanescope::picture
