// The pages: which one is open, what it shows, and the table below the stage.
//
// A page is current in three ways. page() is the one chosen: it changes at once, and `before_` is
// where leaving it leads. `Shown::page` is what a frame's layout was made for: the stage, where an
// open question hides the one chosen. sees() and what depends on it tell of the last frame: the
// page that replaced the stage in it, uncovered.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "app/figures/figure_kind.h"
#include "app/figures/page_content.h"
#include "app/session/session.h"
#include "app/window/panels/kernel/table_panels.h"
#include "app/window/panels/pages/page_panel.h"
#include "app/window/toolkit/keys.h"
#include "app/window/toolkit/layout.h"
#include "app/window/toolkit/ui.h"

namespace lanescope::app {

class Pages {
 public:
  // `contents` must outlive the pages.
  explicit Pages(PageContents& contents);
  [[nodiscard]] const PageContents& contents() const { return contents_; }

  [[nodiscard]] Page page() const { return page_; }
  void show(Page page) { page_ = page; }
  // Opens the page, or returns to the one before.
  void toggle(Page page);
  // Goes to the next of these pages, after the last to the first.
  void to_next(std::span<const Page> pages);
  // Shows a view whose contents have been opened.
  void show(const ViewRequest& view);
  // Opens the page that a view requests, with its argument. The page is shown even if that is
  // wrong; the error says what is.
  tl::expected<void, std::string> open(const ViewRequest& view, Session& session);
  // Discards what was tried out on the pages.
  void discard_trials();
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
  // press() takes Enter now.
  [[nodiscard]] bool takes_enter(const Session& session) const;
  // Keys that pages have everywhere. Returns the page that the key opens, if it does.
  std::optional<Page> press_anywhere(const Binding& binding, Ui& ui, Session& session);
  // Scrolls the open page: positive down. False: it does not scroll.
  bool scroll_by(float steps);
  // The page seen goes to where the warp executes this line.
  void go_to_line(int line, Session& session);
  // Ends the work or the player of the page seen. False: there is none.
  bool cancel(Session& session);
  // The text field of a number is open; `takes`: with the number typed.
  [[nodiscard]] bool editing() const;
  void end_editing(bool takes);
  // Takes over results that were computed for a page. True if anything shown changed.
  bool update(Session& session) { return contents_.update(session, page_in_last_frame_); }
  // A result for the page seen is being computed.
  [[nodiscard]] bool busy() const {
    return page_in_last_frame_ && contents_.of(*page_in_last_frame_)->busy();
  }
  // Advances movements and players. Seconds until the next step of a player; none: none plays.
  std::optional<double> advance(Session& session, double now_s);
  [[nodiscard]] bool gliding() const;
  void rest();
  // The stage's player rests while this page is seen.
  [[nodiscard]] bool plays_alone() const {
    return page_in_last_frame_ && panel(*page_in_last_frame_).plays_alone();
  }
  // The sources of the numbers seen, beside the model.
  [[nodiscard]] std::vector<picture::Origin> origins(const Session& session) const;
  void add_to_state(nlohmann::ordered_json& state, const Session& session) const;

  // The last frame showed this page.
  [[nodiscard]] bool sees(Page page) const { return page_in_last_frame_ == page; }
  // The last frame showed times, on their page or below the stage.
  [[nodiscard]] bool sees_times() const { return sees_times_; }
  // Where there is room for a table below the stage, it has the times and not the accesses.
  [[nodiscard]] bool table_shows_times() const { return table_shows_times_; }
  // The area of the page in the last frame.
  [[nodiscard]] const Rect& area() const { return area_; }
  // The figure that the last frame showed. Empty: pictures without a table.
  [[nodiscard]] const std::optional<FigureKind>& figure_kind() const { return figure_kind_; }
  // The page as a view request.
  [[nodiscard]] ViewRequest view(const Session& session) const;
  // Text keys of what is on the page but can't be written as that view.
  [[nodiscard]] std::vector<std::string> lost_in(const ViewRequest& view,
                                                 const Session& session) const;
  // State of the pages that a lecture changes and its end restores.
  struct Memory {
    Page page = Page::stage, before = Page::stage;
    bool table_shows_times = false;
    std::vector<PagePanel::Restore> restores;
  };
  [[nodiscard]] Memory remember(const Session& session) const;
  void restore(const Memory& memory, Session& session);

 private:
  [[nodiscard]] PagePanel& panel(Page page) const;  // of a page that replaces the stage
  void draw_table(Ui& ui, Session& session, const Rect& area);

  PageContents& contents_;
  std::vector<std::pair<Page, std::unique_ptr<PagePanel>>> panels_;
  SitesPanel sites_;
  BranchesPanel branches_;
  Page page_ = Page::stage;
  Page before_ = Page::stage;  // shown when the page is left
  bool table_shows_times_ = false;
  // In the last frame.
  std::optional<Page> page_in_last_frame_;  // that replaced the stage
  bool has_table_ = false;
  bool sees_times_ = false;
  Rect area_;
  std::optional<FigureKind> figure_kind_;
};

}  // namespace lanescope::app
