// The pictures on the doors of the start page: what lies behind each, computed by the simulator's
// own functions. No hit areas.
#pragma once

#include <string_view>

#include "viz/picture/core/draw_list.h"
#include "viz/picture/core/style.h"

namespace lanescope::picture {

// Two blocks of eight threads, each thread with the element whose index it computes.
[[nodiscard]] DrawList build_threads_door(const Style& style, float width, float height);

// A column of the tile in the 32 banks, wavefront by wavefront: without padding, and with.
[[nodiscard]] DrawList build_banks_door(const Style& style, float width, float height);

// The code of a kernel as far as it fits, without its comments. `parameter` is emphasised.
[[nodiscard]] DrawList build_code_door(const Style& style, float width, float height,
                                       std::string_view code, std::string_view parameter);

}  // namespace lanescope::picture
