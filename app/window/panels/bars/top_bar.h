// The top bar: the lesson, the search for everything, what one comes for (course, lecture, export),
// and how the window looks. In a window whose pages need the whole width it also holds what is run.
//
// In less room it drops the program's name, then words, then puts buttons into the menu "more". The
// menu, the size of the text and PAD always stay. The kernel shown moves nothing.
#pragma once

#include <span>
#include <vector>

#include "app/session/session.h"
#include "app/window/panels/bars/launch_controls.h"
#include "app/window/toolkit/layout.h"
#include "app/window/toolkit/ui.h"

namespace lanescope::app {

class TopBar {
 public:
  // `launch`: the area of variant and parameters; empty: they are in the bar. `sheet_open`: the
  // sheet of parameters is open.
  void draw(Ui& ui, Session& session, const Rect& area, const Rect& launch, bool sheet_open);
  [[nodiscard]] LaunchControls& launch() { return launch_; }
  [[nodiscard]] const LaunchControls& launch() const { return launch_; }
  // Shows the button that brings the hidden guide back.
  void offer_guide(bool offered) { offers_guide_ = offered; }

 private:
  // How much is shown. Each level hides more.
  enum class Detail : int {
    everything,
    no_name,
    short_search,
    fewer,
    folded,
    short_title,
    least,
    bare
  };
  struct Pen {
    Ui* ui = nullptr;
    Session* target = nullptr;  // nullptr: measures only
    const Session* session = nullptr;
    Detail detail = Detail::everything;
    float x = 0, middle = 0;
    [[nodiscard]] bool draws() const { return target != nullptr; }
  };

  void brand(Pen& pen);
  void commands(Pen& pen);  // course, lecture, export
  void window_buttons(Pen& pen);
  void search(Ui& ui, const Rect& box);

  LaunchControls launch_;
  bool offers_guide_ = false;
};

// --- the strip of page tabs: one constant place that names every page and leads to it ---

// The pages that have a tab in a window of this size, and the present one, in the order of
// pages.def.
[[nodiscard]] std::vector<Page> tabbed_pages(const Ui& ui, Page present);
// The widths of their tabs, for LayoutInput::tabs.
[[nodiscard]] std::vector<TabWidth> tab_widths(Ui& ui, std::span<const Page> pages);

struct PageStrip {
  std::span<const Page> pages;
  Page present = Page::stage;  // marked
  bool covered = false;        // a question is open: pages that would answer it are shut
  bool has_guide = false;
  // The page can be opened now.
  [[nodiscard]] bool opens(Page page) const;
};
// Draws the strip where the layout places it. A pressed tab asks for ShowPage.
void draw_page_strip(Ui& ui, const PageStrip& strip, const Layout& layout);

}  // namespace lanescope::app
