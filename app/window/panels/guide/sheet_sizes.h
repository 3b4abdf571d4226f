// What the course's overview and the list to review, two sheets over the window, have in common.
#pragma once

namespace lanescope::app {

inline constexpr float sheet_title_height = 60;  // units
inline constexpr float sheet_foot_height = 52;
inline constexpr float sheet_width = 940;

}  // namespace lanescope::app
