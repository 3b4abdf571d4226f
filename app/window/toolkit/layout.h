// Places the panels for a window size and a text scale. Pure arithmetic, so that a test can try all
// sizes.
//
// The layout doesn't depend on values or on the kernel shown: pressing a switch or choosing another
// kernel moves no panel, so that the eye sees what changed.
//
// If there is room, all panels are shown. In a smaller window the secondary panels are hidden
// first, the least needed ones before the others. If stage and code no longer fit side by side, one
// page at a time fills the window.
//
// The strip of page tabs is the constant among all this: where it is and what it names depends on
// the window, the text scale and the language alone. It is above the right column, beside what is
// run (variant and parameters). Where a column is too narrow for its part, the strip has the whole
// width and what is run is in the top bar; where even that is too narrow, the strip has more rows.
#pragma once

#include <cstdint>
#include <vector>

#include "app/session/selection/pages.h"
#include "viz/picture/core/draw_list.h"

namespace lanescope::app {

// Units. Height of the row of player controls below the animated picture.
inline constexpr float transport_height = 48;

// How the lesson's guide is shown: not at all (no guide, or hidden), offered to a learner who has
// not begun it, or step by step.
enum class GuideDisplay : std::uint8_t { none, offered, led };

// Widths of a page's tab in pixels, with the space around its word.
struct TabWidth {
  float roomy = 0, compact = 0;
};

struct LayoutInput {
  float width = 0, height = 0;  // device pixels
  float scale = 1;              // device pixels per unit
  std::vector<TabWidth> tabs;   // of the pages that have one, in order
  float message_height = 0;     // pixels; 0: no message
  // The selected access has wavefronts, so the player controls are shown.
  bool has_player = false;
  // With one page at a time: the page shown. With two columns: the page that replaces the stage, if
  // it is one; counts: shows the counts in place of the strip if there is no room for both, and the
  // table of accesses in place of the stage.
  Page page = Page::stage;
  GuideDisplay guide = GuideDisplay::none;
  // Lines of the lesson's longest kernel. While the guide's steps are shown, it gets the room that
  // the code does not need. The same for the whole lesson, so that panels don't move.
  int code_lines = 0;
  // A question is open. Panels whose content comes with the answer give their room to it.
  bool asks = false;
};

// Rectangles in whole pixels. An empty rectangle: there is no room for the panel.
struct Layout {
  picture::Rect top, message, pages, guide, code, strip, counts, stage, transport, sites, status;
  picture::Rect launch;             // variant and parameters. Empty: they are in the top bar.
  picture::Rect page;               // of LayoutInput::page, if it replaces the stage
  std::vector<picture::Rect> tabs;  // inside `pages`, one for each of LayoutInput::tabs
  bool compact_tabs = false;
  bool single_page = false;
};

// The window is so narrow that one panel at a time fills it.
[[nodiscard]] bool is_single_page(float width, float scale);

// The window is high enough for the line at its bottom.
[[nodiscard]] bool has_status_bar(float height, float scale);

// The strip names the page: the window has no room to show it beside the others.
[[nodiscard]] bool has_tab(Page page, float width, float height, float scale);

[[nodiscard]] Layout layout_for(const LayoutInput& input);

// The panel with what the window shows of the run: the page or the picture; where neither has room,
// the table of accesses, or the counts.
[[nodiscard]] picture::Rect& main_panel(Layout& layout);

// The strip's first row, right of its tabs: room for what else has a place in the status bar.
[[nodiscard]] picture::Rect free_in_strip(const Layout& layout);

// ---- during a lecture: one line of words, the picture, one line of facts ----

struct LectureLayout {
  picture::Rect caption, question, facts;
  Layout panels;  // only the page shown has a size
};

// `question_height`: wanted height of the question in pixels; 0: no question. The picture keeps
// more than half of the height.
[[nodiscard]] LectureLayout lecture_layout_for(const LayoutInput& input, float question_height);

// Device pixels per unit. Everything grows with the window, so that the last row of a hall can read
// as much on a small screen as on a large one. `percent`: the present text scale; `percent_before`:
// the text scale when the lecture began. Text is no smaller than outside of the lecture, as far as
// the pictures allow.
[[nodiscard]] float lecture_scale(int width, int height, int percent, int percent_before);

}  // namespace lanescope::app
