// The frame of the picture of a local or constant access.
#pragma once

#include "viz/picture/access/stage.h"
#include "viz/picture/core/frame.h"

namespace lanescope::picture {

[[nodiscard]] Frame address_frame(const StageInput& input, const text::Texts& texts);

}  // namespace lanescope::picture
