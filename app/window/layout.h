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

// Units: the row with the player of an animation, below what it plays.
inline constexpr float transport_height = 48;

enum class Page : std::uint8_t {
  stage,
  code,
  counts,
  times,
  index,
  sweep,
  machine,
  map,
  compare,
  steps,
  guide
};
inline constexpr int page_count = 11;
[[nodiscard]] const char* name_of(Page page);  // "stage", "sweep" ...
// It takes the place of stage and table where there are two columns.
[[nodiscard]] bool replaces_stage(Page page);

// What of a lesson's guide there is: none, or it is hidden; offered to a learner who has not begun
// it; or its steps.
enum class GuideShow : std::uint8_t { none, offered, led };

struct LayoutInput {
  float width = 0, height = 0;  // device pixels
  float scale = 1;              // device pixels a unit
  float top_height = 0;         // of the top bar, pixels
  float message_height = 0;     // pixels; 0: nothing to say
  bool walks = false;           // the chosen access has wavefronts to walk
  // With one page at a time: which. With two columns: those that replace the stage; where there is
  // no room for the counts, counts shows them in the strip's place.
  Page page = Page::stage;
  GuideShow guide = GuideShow::none;
  // Of the lesson's longest kernel: with the guide's steps shown, code that needs less room leaves
  // it to them. The same for all of a lesson.
  int code_lines = 0;
  bool exercise = false;  // the guide's step is one: its goals are read beside the code
};

// A rectangle of no size: there is no room for that panel. Pixels, whole.
struct Layout {
  scene::Rect top, message, pages, guide, code, strip, counts, stage, transport, sites, times,
      index, sweep, machine, map, compare, steps, status;
  bool single_page = false;
  bool short_of_height = false;  // transport and pages share the bottom row
};

// The window is so low for its text that the top bar, too, has to be as small as it can be.
[[nodiscard]] bool is_short_of_height(float height, float scale);

// One panel at a time fills the window.
[[nodiscard]] bool is_single_page(float width, float scale);

// The rectangle of a page that replaces the stage; nullptr: it does not.
[[nodiscard]] scene::Rect* place_of(Page page, Layout& layout);

[[nodiscard]] Layout layout_for(const LayoutInput& input);

}  // namespace lanescope::app
