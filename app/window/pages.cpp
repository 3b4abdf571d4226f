#include "app/window/pages.h"

#include <algorithm>
#include <cmath>

#include "app/session/lecture/write_scene.h"
#include "app/window/toolkit/row_table.h"
#include "app/window/toolkit/widgets.h"

namespace lanescope::app {
namespace {

// The area of the page shown. With two columns: the area of the stage, or of the page that replaces
// it.
Rect area_of(Page page, const Layout& layout) {
  if (layout.page.h > 0) {
    return layout.page;
  }
  const Rect& alone = page == Page::code     ? layout.code
                      : page == Page::counts ? layout.counts
                      : page == Page::guide  ? layout.guide
                                             : layout.stage;
  return layout.single_page && alone.h > 0 ? alone : layout.stage;
}

// The content of a page, for its table and title; none if it has only pictures.
std::optional<FigureKind> content_of(Page page, bool single_page) {
  return single_page || replaces_stage(page) ? figure_kind_of(page) : FigureKind::stage;
}

}  // namespace

void Pages::toggle(Page page) {
  if (page_ == page) {
    page_ = before_;
    return;
  }
  if (!replaces_stage(page_)) {
    before_ = page_;
  }
  page_ = page;
}

void Pages::step(std::span<const Page> pages) {
  const auto found = std::find(pages.begin(), pages.end(), page_);
  const bool has_next = found != pages.end() && found + 1 != pages.end();
  page_ = has_next ? *(found + 1) : pages.front();
}

void Pages::open(const ViewRequest& view) {
  page_ = view.page;
  panels_.steps.follower().begin_at(view.step, view.lane);
  panels_.index.begin_at(view);
  panels_.compare.begin_at(view.page == Page::compare ? view.wavefront : std::nullopt);
}

void Pages::begin() {
  for (const PageRow& row : page_rows()) {
    if (PagePanel* panel = panels_.of(row.page)) {
      panel->begin();
    }
  }
}

void Pages::bring_times() {
  if (sees_times_) {
    return;
  }
  if (has_table_) {
    table_shows_times_ = true;
  } else {
    toggle(Page::times);
  }
}

void Pages::draw(Ui& ui, Session& session, const Layout& layout, const Shown& shown) {
  area_ = area_of(shown.page, layout);
  content_ = content_of(shown.page, layout.single_page);
  const bool is_seen = !shown.covered && layout.page.h > 0;
  seen_ = is_seen ? std::optional(shown.page) : std::nullopt;
  has_table_ = layout.sites.h > 0;
  sees_times_ = !shown.covered && (sees(Page::times) || (has_table_ && table_shows_times_));
  session.times().show(sees_times_);
  if (!shown.covered) {
    draw_table(ui, session, layout.sites);
  }
  if (sees(Page::times)) {
    panels_.times.set_page(true);
    panels_.times.keep_free(0);
  }
  if (seen_) {
    panels_.of(*seen_)->set_lecturing(shown.lecturing);
    panels_.of(*seen_)->draw(ui, session, layout.page);
  }
  for (const PageRow& row : page_rows()) {
    if (PagePanel* panel = panels_.of(row.page)) {
      panel->set_seen(session, sees(row.page));
    }
  }
}

// The table below the stage, or the times in its place.
void Pages::draw_table(Ui& ui, Session& session, const Rect& area) {
  if (area.h < 1) {
    return;
  }
  Tabs tabs;
  const bool branches = session.state().selection.subject == Subject::divergence;
  tabs.labels = {ui.texts().get(branches ? "times.tab_branches" : "times.tab_accesses"),
                 ui.texts().get("times.tab_times")};
  tabs.chosen = table_shows_times_ ? 1 : 0;
  const float w = tabs_width(ui, tabs);
  const float h = ui.px(28);
  Panel* panel = &sites_;
  if (table_shows_times_) {
    panel = &panels_.times;
    panels_.times.set_page(false);
    panels_.times.set_lecturing(false);
  } else if (branches) {
    panel = &branches_;
  }
  panel->keep_free(w);
  panel->draw(ui, session, area);
  const Rect box{right_of(area) - w - ui.px(10),
                 std::round(area.y + RowTable::title_height(ui) / 2 + ui.px(2) - h / 2), w, h};
  if (const auto pressed = app::draw_tabs(ui, "table", box, tabs)) {
    table_shows_times_ = *pressed == 1;
  }
}

bool Pages::press(const Binding& binding, Ui& ui, Session& session) {
  // A control with the keyboard focus gets the key first.
  const bool presses_control =
      (binding.command == Command::activate || binding.command == Command::press_or_play) &&
      ui.focus().visible();
  return seen_ && !presses_control && panels_.of(*seen_)->press(binding, ui, session);
}

bool Pages::cancel(Session& session) { return seen_ && panels_.of(*seen_)->cancel(session); }

bool Pages::update(Session& session) {
  return panels_.steps.follower().update(session, sees(Page::steps));
}

ViewRequest Pages::view(const Session& session) const {
  ViewRequest view;
  if (replaces_stage(page_)) {
    view.page = page_;
  }
  if (page_ == Page::sweep) {
    view.page_argument =
        session.sweeps().chosen() != nullptr ? session.sweeps().chosen()->name : "";
  }
  if (page_ == Page::map) {
    view.page_argument = maps_ != nullptr ? maps_->text() : "";
  }
  if (page_ == Page::compare) {
    const Comparison* comparison = panels_.compare.comparison();
    const ComparedSide* other = comparison != nullptr ? comparison->other() : nullptr;
    view.page_argument = other != nullptr ? compare_text(session, *other).value_or("") : "";
    view.wavefront =
        other != nullptr ? panels_.compare.step() : session.state().selection.wavefront;
  }
  if (page_ == Page::steps) {
    const StepsFollower& follower = panels_.steps.follower();
    if (follower.is_of(session)) {
      view.step = follower.step();
    }
    view.lane = follower.lane();
  }
  if (page_ == Page::index) {
    const IndexChoice::Start start = panels_.index.choice().start();
    view.page_argument = start.shape ? text_of({start.shape->grid, start.shape->block}) : "";
    view.block = start.block;
    view.warp = start.warp;
    view.lane = start.lane;
  }
  const bool needs_argument = row_of(view.page).argument.kind == PageArgument::Kind::required;
  if (needs_argument && view.page_argument.empty()) {
    view.page = Page::stage;  // the lesson has no sweep
  }
  return view;
}

std::vector<std::string> Pages::lost_in(const ViewRequest& view, const Session& session) const {
  std::vector<std::string> lost;
  const auto add = [&](bool is_lost, const char* key) {
    if (is_lost) {
      lost.emplace_back(key);
    }
  };
  if (const Comparison* comparison = panels_.compare.comparison();
      view.page == Page::compare && comparison != nullptr && comparison->active()) {
    const bool says_other = compare_text(session, *comparison->other()).has_value();
    add(!says_other, "lecture.lost_other");
    add(panels_.compare.below() != picture::CompareBelow::numbers, "lecture.lost_rows");
  }
  add(view.page == Page::map && panels_.map.view().has_value(), "lecture.lost_zoom");
  if (view.page == Page::sweep) {
    add(panels_.sweep.quantity() != 0, "lecture.lost_count");
    add(session.sweeps().all_variants(), "lecture.lost_variants");
  }
  const bool has_no_name = view.page != page_ && page_ != Page::guide;
  add(has_no_name, "lecture.lost_page");
  return lost;
}

Pages::Memory Pages::remember(const Session& session) const {
  Memory memory;
  memory.page = page_;
  memory.before = before_;
  memory.table_shows_times = table_shows_times_;
  if (maps_ != nullptr) {
    memory.map = maps_->request();
  }
  if (session.sweeps().chosen() != nullptr) {
    memory.sweep = session.sweeps().chosen()->name;
    memory.sweeps_all_variants = session.sweeps().all_variants();
  }
  const StepsFollower& follower = panels_.steps.follower();
  if (page_ == Page::steps && follower.is_of(session)) {
    memory.step = follower.step();
  }
  memory.lane = follower.lane();
  return memory;
}

void Pages::restore(const Memory& memory, Session& session) {
  page_ = memory.page;
  before_ = memory.before;
  table_shows_times_ = memory.table_shows_times;
  if (maps_ != nullptr && memory.map) {
    maps_->open(*memory.map);
    panels_.map.begin();
  }
  if (!memory.sweep.empty()) {
    session.sweeps().choose(memory.sweep);
    if (session.sweeps().all_variants() != memory.sweeps_all_variants) {
      session.sweeps().toggle_variants();
    }
  }
  panels_.steps.follower().begin_at(memory.step, memory.lane);
}

}  // namespace lanescope::app
