// The strip of page tabs: one constant place that names every page and leads to it.
#pragma once

#include <span>
#include <vector>

#include "app/window/toolkit/layout.h"
#include "app/window/toolkit/ui.h"

namespace lanescope::app {

// The pages that have a tab in a window of this size, in the order of pages.def.
[[nodiscard]] std::vector<Page> tabbed_pages(const Ui& ui);
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
