// The pages: which one is open, what it shows, and the table below the stage.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/figures/figure_kind.h"
#include "app/figures/page_sources.h"
#include "app/session/session.h"
#include "app/window/page_panels.h"
#include "app/window/panels/kernel/branches_panel.h"
#include "app/window/panels/kernel/sites_panel.h"
#include "app/window/toolkit/keys.h"
#include "app/window/toolkit/layout.h"
#include "app/window/toolkit/ui.h"

namespace lanescope::app {

class Pages {
 public:
  // Enables the maps of the whole launch. `maps` must outlive the pages.
  void use_maps(LaunchMaps& maps) {
    panels_.map.show(maps);
    maps_ = &maps;
  }
  [[nodiscard]] LaunchMaps* maps() const { return maps_; }
  [[nodiscard]] PagePanels& panels() { return panels_; }
  [[nodiscard]] const PagePanels& panels() const { return panels_; }

  [[nodiscard]] Page page() const { return page_; }
  void show(Page page) { page_ = page; }
  // Opens the page, or returns to the one before.
  void toggle(Page page);
  // Goes to the next of these pages, after the last to the first.
  void step(std::span<const Page> pages);
  // Opens the page that a view requests, at the step that it names.
  void open(const ViewRequest& view);
  // Discards what was tried out on the pages.
  void begin();
  // Shows the times: below the stage if there is room, otherwise on their page.
  void bring_times();

  // What the layout was made for.
  struct Shown {
    Page page = Page::stage;
    bool covered = false;    // an open question hides the page
    bool lecturing = false;  // the page is shown to an audience
  };
  // Draws the page, and the table below the stage. Leaves out what the layout has no room for.
  void draw(Ui& ui, Session& session, const Layout& layout, const Shown& shown);
  // Keys of the page seen. False if the key has no meaning there.
  bool press(const Binding& binding, Ui& ui, Session& session);
  // Ends the work or the player of the page seen. False: there is none.
  bool cancel(Session& session);
  // Takes over results that were computed for a page. True if anything shown changed.
  bool update(Session& session);
  // A result for the page seen is being computed.
  [[nodiscard]] bool busy() const { return sees(Page::steps) && panels_.steps.follower().busy(); }

  // The last frame showed this page.
  [[nodiscard]] bool sees(Page page) const { return seen_ == page; }
  // The last frame showed times, on their page or below the stage.
  [[nodiscard]] bool sees_times() const { return sees_times_; }
  // The area of the page in the last frame.
  [[nodiscard]] const Rect& area() const { return area_; }
  // What the page shows. Empty: pictures without a table.
  [[nodiscard]] const std::optional<FigureKind>& content() const { return content_; }
  [[nodiscard]] PageSources page_sources() const {
    return {maps_, panels_.compare.comparison(), &panels_.steps.follower(),
            &panels_.index.choice()};
  }

  // The page as a view request.
  [[nodiscard]] ViewRequest view(const Session& session) const;
  // Text keys of what is on the page but can't be written as a view.
  [[nodiscard]] std::vector<std::string> lost_in(const ViewRequest& view,
                                                 const Session& session) const;
  // State of the pages that a lecture changes and its end restores.
  struct Memory {
    Page page = Page::stage, before = Page::stage;
    bool table_shows_times = false;
    std::optional<MapRequest> map;
    std::string sweep;  // empty: the lesson has no sweep
    bool sweeps_all_variants = false;
    std::optional<std::size_t> step;  // position on the steps page. Empty: that page was not open.
    std::uint32_t lane = 0;
  };
  [[nodiscard]] Memory remember(const Session& session) const;
  void restore(const Memory& memory, Session& session);

 private:
  void draw_table(Ui& ui, Session& session, const Rect& area);

  PagePanels panels_;
  SitesPanel sites_;
  BranchesPanel branches_;
  LaunchMaps* maps_ = nullptr;
  Page page_ = Page::stage;
  Page before_ = Page::stage;  // shown when the page is left
  bool table_shows_times_ = false;
  // In the last frame.
  std::optional<Page> seen_;  // a page that replaces the stage
  bool has_table_ = false;
  bool sees_times_ = false;
  Rect area_;
  std::optional<FigureKind> content_;
};

}  // namespace lanescope::app
