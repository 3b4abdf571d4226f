// Where the panels are, for a size of the window and a text scale. Pure arithmetic: a test walks
// all sizes.
//
// The geometry depends on nothing that is shown: flipping a switch or choosing another kernel moves
// no panel, so that the eye sees what changed.
//
// Everything at once where there is room; then the secondary panels go, the least needed first;
// where not even stage and code fit side by side, one page at a time fills the window.
#pragma once

#include <cstdint>

#include "viz/scene/draw_list.h"

namespace lanescope::app {

enum class Page : std::uint8_t { stage, code, counts, times, machine };
inline constexpr int page_count = 5;

struct LayoutInput {
  float width = 0, height = 0;  // device pixels
  float scale = 1;              // device pixels a unit
  float top_height = 0;         // of the top bar, pixels
  float message_height = 0;     // pixels; 0: nothing to say
  bool walks = false;           // the chosen access has wavefronts to walk
  // With one page at a time: which. With two columns: times or machine take the place of stage and
  // table; where there is no room for the counts, counts shows them in the strip's place.
  Page page = Page::stage;
};

// A rectangle of no size: there is no room for that panel. Pixels, whole.
struct Layout {
  scene::Rect top, message, pages, code, strip, counts, stage, transport, sites, times, machine,
      status;
  bool single_page = false;
  bool short_of_height = false;  // transport and pages share the bottom row
};

// The window is so low for its text that the top bar, too, has to be as small as it can be.
[[nodiscard]] bool is_short_of_height(float height, float scale);

[[nodiscard]] Layout layout_for(const LayoutInput& input);

}  // namespace lanescope::app
