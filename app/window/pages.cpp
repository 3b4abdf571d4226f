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
  if (layout.page.h > 0) return layout.page;
  const Rect& alone = page == Page::code     ? layout.code
                      : page == Page::counts ? layout.counts
                      : page == Page::guide  ? layout.guide
                                             : layout.stage;
  return layout.single_page && alone.h > 0 ? alone : layout.stage;
}

// What a page shows, as a figure; none if it has only pictures.
std::optional<FigureKind> figure_kind_on(Page page, bool single_page) {
  return single_page || replaces_stage(page) ? figure_kind_of(page) : FigureKind::stage;
}

}  // namespace

Pages::Pages(PageContents& contents) : contents_(contents) {
#define PAGE(name, ...) panels_.emplace_back(Page::name, make_##name##_panel(contents));
#include "app/session/selection/pages.def"
}

PagePanel& Pages::panel(Page page) const {
  return *std::find_if(panels_.begin(), panels_.end(), [&](const auto& each) {
            return each.first == page;
          })->second;
}

void Pages::toggle(Page page) {
  if (page_ == page) {
    page_ = before_;
    return;
  }
  if (!replaces_stage(page_)) before_ = page_;
  page_ = page;
}

void Pages::to_next(std::span<const Page> pages) {
  const auto found = std::find(pages.begin(), pages.end(), page_);
  const bool has_next = found != pages.end() && found + 1 != pages.end();
  page_ = has_next ? *(found + 1) : pages.front();
}

tl::expected<void, std::string> Pages::open(const ViewRequest& view, Session& session) {
  auto opened = contents_.open(view, session);
  show(view);
  return opened;
}

void Pages::show(const ViewRequest& view) {
  page_ = view.page;
  for (const auto& [page, panel] : panels_) panel->open(view);
}

void Pages::discard_trials() {
  for (const auto& [page, panel] : panels_) panel->discard_trials();
}

void Pages::bring_times() {
  if (sees_times_) return;
  if (has_table_) {
    table_shows_times_ = true;
  } else {
    toggle(Page::times);
  }
}

void Pages::draw(Ui& ui, Session& session, const Layout& layout, const Shown& shown) {
  area_ = area_of(shown.page, layout);
  figure_kind_ = figure_kind_on(shown.page, layout.single_page);
  const bool is_seen = !shown.covered && layout.page.h > 0;
  page_in_last_frame_ = is_seen ? std::optional(shown.page) : std::nullopt;
  has_table_ = layout.sites.h > 0;
  sees_times_ = !shown.covered && (sees(Page::times) || (has_table_ && table_shows_times_));
  if (!shown.covered) draw_table(ui, session, layout.sites);
  if (page_in_last_frame_) {
    PagePanel& shown_panel = panel(*page_in_last_frame_);
    shown_panel.set_page(true);
    shown_panel.keep_free(0);
    shown_panel.set_lecturing(shown.lecturing);
    shown_panel.draw(ui, session, layout.page);
  }
  for (const auto& [page, panel] : panels_) {
    // Times are also seen below the stage.
    contents_.of(page)->follow(session, page == Page::times ? sees_times_ : sees(page));
    panel->set_seen(sees(page));
  }
}

// The table below the stage, or the times in its place.
void Pages::draw_table(Ui& ui, Session& session, const Rect& area) {
  if (area.h < 1) return;
  Tabs tabs;
  const bool branches = session.state().selection.subject == Subject::divergence;
  tabs.labels = {ui.texts().get(branches ? "times.tab_branches" : "times.tab_accesses"),
                 ui.texts().get("times.tab_times")};
  tabs.chosen = table_shows_times_ ? 1 : 0;
  const float w = tabs_width(ui, tabs);
  const float h = ui.px(28);
  Panel* table = &sites_;
  if (table_shows_times_) {
    PagePanel& times = panel(Page::times);
    times.set_page(false);
    times.set_lecturing(false);
    table = &times;
  } else if (branches) {
    table = &branches_;
  }
  table->keep_free(w);
  table->draw(ui, session, area);
  const Rect box{right_of(area) - w - ui.px(10),
                 std::round(area.y + RowTable::title_height(ui) / 2 + ui.px(2) - h / 2), w, h};
  if (const auto pressed = app::draw_tabs(ui, "table", box, tabs))
    table_shows_times_ = *pressed == 1;
}

bool Pages::press(const Binding& binding, Ui& ui, Session& session) {
  // A control with the keyboard focus gets the key first.
  const bool presses_control =
      (binding.command == Command::activate || binding.command == Command::press_or_play) &&
      ui.focus().visible();
  return page_in_last_frame_ && !presses_control &&
         panel(*page_in_last_frame_).press(binding, ui, session);
}

bool Pages::takes_enter(const Session& session) const {
  return page_in_last_frame_ && panel(*page_in_last_frame_).takes_enter(session);
}

std::optional<Page> Pages::press_anywhere(const Binding& binding, Ui& ui, Session& session) {
  for (const auto& [page, panel] : panels_) {
    const auto pressed = panel->press_anywhere(binding, page == page_, ui, session);
    if (pressed != PagePanel::Pressed::no)
      return pressed == PagePanel::Pressed::opens_page ? std::optional(page) : std::nullopt;
  }
  return std::nullopt;
}

bool Pages::scroll_by(float steps) {
  return replaces_stage(page_) && panel(page_).scroll_by(steps);
}

void Pages::go_to_line(int line, Session& session) {
  if (page_in_last_frame_) panel(*page_in_last_frame_).go_to_line(line, session);
}

bool Pages::cancel(Session& session) {
  return page_in_last_frame_ && panel(*page_in_last_frame_).cancel(session);
}

bool Pages::editing() const {
  return std::any_of(panels_.begin(), panels_.end(),
                     [](const auto& each) { return each.second->editing(); });
}

void Pages::end_editing(bool takes) {
  for (const auto& [page, panel] : panels_) panel->end_editing(takes);
}

std::optional<double> Pages::advance(Session& session, double now_s) {
  std::optional<double> next;
  for (const auto& [page, panel] : panels_) {
    if (const auto due = panel->advance(session, now_s, sees(page)))
      next = std::min(next.value_or(*due), *due);
  }
  return next;
}

bool Pages::gliding() const {
  return std::any_of(panels_.begin(), panels_.end(),
                     [](const auto& each) { return each.second->gliding(); });
}

void Pages::rest() {
  for (const auto& [page, panel] : panels_) panel->rest();
}

std::vector<picture::Origin> Pages::origins(const Session& session) const {
  return sees_times_           ? panel(Page::times).origins(session)
         : page_in_last_frame_ ? panel(*page_in_last_frame_).origins(session)
                               : std::vector<picture::Origin>{};
}

void Pages::add_to_state(nlohmann::ordered_json& state, const Session& session) const {
  for (const auto& [page, panel] : panels_) panel->add_to_state(state, session, page == page_);
}

ViewRequest Pages::view(const Session& session) const {
  ViewRequest view;
  if (replaces_stage(page_)) {
    view.page = page_;
    panel(page_).add_to_view(view, session);
  }
  const bool needs_argument = row_of(view.page).argument.kind == PageArgument::Kind::required;
  if (needs_argument && view.page_argument.empty()) {
    view.page = Page::stage;  // the lesson has no sweep
  }
  return view;
}

std::vector<std::string> Pages::lost_in(const ViewRequest& view, const Session& session) const {
  std::vector<std::string> lost;
  if (replaces_stage(view.page)) lost = panel(view.page).lost_from_view(session);
  if (view.page != page_ && page_ != Page::guide) {  // a page that has no name in a view
    lost.emplace_back("lecture.lost_page");
  }
  return lost;
}

Pages::Memory Pages::remember(const Session& session) const {
  Memory memory;
  memory.page = page_;
  memory.before = before_;
  memory.table_shows_times = table_shows_times_;
  for (const auto& [page, panel] : panels_) {
    if (auto restore = panel->remember(session, page == page_))
      memory.restores.push_back(std::move(restore));
  }
  return memory;
}

void Pages::restore(const Memory& memory, Session& session) {
  page_ = memory.page;
  before_ = memory.before;
  table_shows_times_ = memory.table_shows_times;
  for (const PagePanel::Restore& restore : memory.restores) restore(session);
}

}  // namespace lanescope::app
