// A picture that is only a message.
#pragma once

#include <string>

#include "viz/picture/core/draw_list.h"
#include "viz/picture/core/style.h"

namespace lanescope::picture {

// `title` and `sentence` on an otherwise empty stage, e.g. for a barrier or when nothing is
// selected.
[[nodiscard]] DrawList build_message_view(const std::string& title, const std::string& sentence,
                                          const Style& style, float width, float height);

}  // namespace lanescope::picture
