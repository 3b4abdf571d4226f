#include "app/window/main_view.h"

#include <algorithm>
#include <cmath>

#include "app/figures/times_input.h"
#include "app/window/panels/guide/question_stage.h"
#include "app/window/toolkit/appearance.h"
#include "app/window/toolkit/row_table.h"
#include "app/window/toolkit/widgets.h"
#include "viz/picture/access/stage.h"
#include "viz/picture/core/badge.h"

namespace lanescope::app {
namespace {

// A shorter run is not reported as running.
constexpr double noticeable_s = 0.15;

// Number of lines of the longest kernel among the lesson's variants.
int longest_kernel(const Session& session) {
  std::ptrdiff_t longest = 0;
  if (session.lesson()) {
    for (const LessonCard::Variant& variant : session.lesson()->variants) {
      longest = std::max(longest,
                         std::count(variant.source_text.begin(), variant.source_text.end(), '\n'));
    }
  }
  return static_cast<int>(longest);
}

}  // namespace

std::optional<double> MainView::advance(Session& session, double now_s) {
  counts_.glide().tell_time(now_s);
  pages_.times.glide().tell_time(now_s);
  if (steps_seen_) {
    return pages_.steps.follower().advance(session, now_s);
  }
  const std::optional<double> next = pages_.compare.advance(session, now_s);
  return next ? next : stage_.advance(session, now_s);
}

bool MainView::moving() const {
  return stage_.glide().moving() || counts_.glide().moving() || pages_.times.glide().moving();
}

void MainView::rest() {
  stage_.glide().rest();
  counts_.glide().rest();
  pages_.times.glide().rest();
}

bool MainView::waits_with(const Binding& binding, const Session& session) const {
  return binding.command == Command::pad_toggle && (moving() || session.running());
}

void MainView::draw(Ui& ui, Session& session, double waiting_s) {
  ui.set_blocked(overlay_ != Overlay::none);
  ui.fill({0, 0, ui.width(), ui.height()}, ui.palette().background);
  tell_of_measuring(session);
  tell_of_guide(session);
  check_exercise(session);
  draw_panels(ui, session);
  draw_waiting(ui, session, waiting_s);
  ui.set_blocked(false);
  carry_out(ui, session);
  if (gpus_wanted_ && !session.looking_for_gpus()) {
    gpus_wanted_ = false;
    open_gpus(session);
  }
  draw_overlay(ui, session);
  draw_frame_times(ui);
}

// What panels asked for in this frame, or when a key was pressed.
void MainView::carry_out(Ui& ui, Session& session) {
  const auto one = [&](auto&& action) {
    using Kind = std::decay_t<decltype(action)>;
    if constexpr (std::is_same_v<Kind, TogglePage>) {
      toggle_page(action.page);
    } else if constexpr (std::is_same_v<Kind, ShowPage>) {
      page_ = action.page;
    } else if constexpr (std::is_same_v<Kind, OpenOverlay>) {
      open(action.overlay, session);
    } else if constexpr (std::is_same_v<Kind, ShowGuide>) {
      show_guide(session, action.shown);
    } else if constexpr (std::is_same_v<Kind, BeginLesson>) {
      begin_lesson(session, action.lesson);
    } else if constexpr (std::is_same_v<Kind, OpenOwnCopy>) {
      open_own_copy(session);
    } else if constexpr (std::is_same_v<Kind, ResetOwnCopy>) {
      if (const auto aside = course_->reset_own_copy(); !aside) {
        status_.say(aside.error());
      }
    } else if constexpr (std::is_same_v<Kind, RunToLine>) {
      if (steps_seen_) {
        pages_.steps.follower().run_to_line(session, action.line);
      }
    } else if constexpr (std::is_same_v<Kind, SaveSweep>) {
      if (host_.save_sweep) {
        host_.save_sweep(action.format);
      }
    } else {
      status_.say(action.notice);
    }
  };
  for (const Action& action : ui.take_actions()) {
    std::visit(one, action);
  }
}

void MainView::open(Overlay overlay, Session& session) {
  switch (overlay) {
    case Overlay::lessons:
      return open_lessons(session);
    case Overlay::variants:
      return open_variants(session);
    case Overlay::checks:
      return open_checks(session, 0);
    case Overlay::recordings:
      return open_recordings(session);
    case Overlay::machines:
      return open_machines(session);
    case Overlay::gpus:  // once they are known
      gpus_wanted_ = true;
      return session.look_for_gpus();
    default:
      overlay_ = overlay;
  }
}

void MainView::draw_panels(Ui& ui, Session& session) {
  message_.follow(ui, session);
  LayoutInput input;
  input.width = ui.width();
  input.height = ui.height();
  input.scale = ui.style().scale;
  if (!lecturing()) {
    input.top_height = top_.height(ui, session);
  }
  input.guide = guide_show(session);
  input.code_lines = longest_kernel(session);
  input.exercise = input.guide == GuideShow::led && guiding()->at_exercise();
  const bool single_page = !lecturing() && is_single_page(ui.width(), ui.style().scale);
  if (lecturing()) {
    follow_lecture(session);
  } else {
    follow_step(session, single_page);
  }
  // While a question is open, hide everything that answers it.
  const bool is_covered = covered(session);
  input.message_height = is_covered && !session.problem() ? 0 : message_.height(ui);
  input.page = page_;
  if (is_covered && !single_page) {
    input.page = Page::stage;
  }
  input.walks = session.wavefronts() > 0 && !is_covered;
  const Layout layout = lecturing() ? draw_lecture(ui, session, input) : layout_for(input);
  stage_area_ = layout.stage;
  note_view(layout, input.page);
  if (!lecturing()) {
    top_.draw(ui, session);
  }
  message_.draw(ui, session, layout.message);
  draw_guide(ui, session, layout);
  code_.show_costs(!is_covered);
  code_.draw(ui, session, layout.code);
  if (is_covered) {
    for (const Rect* area : {&layout.strip, &layout.counts, &layout.sites, &layout.page}) {
      draw_cover(ui, *area);
    }
  } else {
    strip_.draw(ui, session, layout.strip);
    counts_.draw(ui, session, layout.counts);
  }
  stage_.set_ground(layout.transport.h < 1);
  if (layout.transport.h > 0) {
    // One background and one edge for the picture and its player controls.
    const Rect& stage = layout.stage;
    draw_ground(ui, {stage.x, stage.y, stage.w, bottom_of(layout.transport) - stage.y});
  }
  draw_stage(ui, session, layout);
  stage_.draw_transport(ui, session, layout.transport);
  has_table_ = layout.sites.h > 0;
  const auto is_seen = [&](Page page) {
    return !is_covered && layout.page.h > 0 && input.page == page;
  };
  times_seen_ = is_seen(Page::times) || (!is_covered && has_table_ && table_shows_times_);
  session.show_times(times_seen_);
  if (!is_covered) {
    draw_table(ui, session, layout.sites);
  }
  if (is_seen(Page::times)) {
    pages_.times.set_page(true);
    pages_.times.show_to_a_room(lecturing());
    pages_.times.keep_free(0);
  }
  index_seen_ = is_seen(Page::index);
  sweep_seen_ = is_seen(Page::sweep);
  compare_seen_ = is_seen(Page::compare);
  if (!compare_seen_) {
    pages_.compare.stop();
  }
  steps_seen_ = is_seen(Page::steps);
  if (!index_seen_) {
    pages_.index.stop_editing();  // the text field is no longer visible
  }
  if (Panel* panel = pages_.of(input.page); panel != nullptr && is_seen(input.page)) {
    panel->draw(ui, session, layout.page);
  }
  maps_seen_ = is_seen(Page::map);
  if (launch_maps_ != nullptr) {
    launch_maps_->look(session, maps_seen_);
  }
  session.show_sweep(sweep_seen_);
  session.show_machine(is_seen(Page::machine));
  status_.show_page(page_);
  status_.show_sources(sources_of(ui, session));
  status_.cover(is_covered);
  status_.draw(ui, session, layout.status);
  if (layout.single_page) {
    draw_pages(ui, session, layout.pages);
  }
  draw_spotlight(ui, layout);
}

// The table below the stage, or the times in its place.
void MainView::draw_table(Ui& ui, Session& session, const Rect& area) {
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
    panel = &pages_.times;
    pages_.times.set_page(false);
    pages_.times.show_to_a_room(false);
  } else if (branches) {
    panel = &branches_;
  }
  panel->keep_free(w);
  panel->draw(ui, session, area);
  const Rect box{right_of(area) - w - ui.px(10),
                 std::round(area.y + RowTable::title_height(ui) / 2 + ui.px(2) - h / 2), w, h};
  if (const auto pressed = draw_tabs(ui, "table", box, tabs)) {
    table_shows_times_ = *pressed == 1;
  }
}

void MainView::toggle_page(Page page) {
  if (page_ == page) {
    page_ = page_before_;
    return;
  }
  if (!replaces_stage(page_)) {
    page_before_ = page_;
  }
  page_ = page;
}

// Shows the results: below the stage if there is room, otherwise on the times page.
void MainView::bring_times() {
  if (times_seen_) {
    return;
  }
  if (has_table_) {
    table_shows_times_ = true;
  } else {
    toggle_page(Page::times);
  }
}

// Reported once in the status bar; the times page shows it permanently.
void MainView::tell_of_measuring(const Session& session) {
  const std::string& absence = session.timings().absence();
  if (absence != told_absence_) {
    told_absence_ = absence;
    if (!absence.empty()) {
      const text::Texts texts = texts_of(session.state().settings);
      status_.say(texts.get("times.absent", fmt::arg("why", texts.say(absence))));
    }
  }
}

std::vector<StatusBar::Source> MainView::sources_of(Ui& ui, const Session& session) const {
  const picture::Palette& palette = ui.palette();
  std::vector<StatusBar::Source> sources;
  const auto add = [&](picture::Origin origin) {
    sources.push_back({picture::word_of(origin, ui.texts()), picture::color_of(origin, palette)});
  };
  add(picture::Origin::model);
  if (const OutcomePtr& shown = session.shown(); shown && shown->machine != nullptr) {
    sources.back().word = picture::model_words(shown->machine->name, ui.texts());
  }
  if (times_seen_) {
    const std::vector<VariantTimes> all = session.times();
    const auto any = [&](auto has) { return std::any_of(all.begin(), all.end(), has); };
    if (any([](const VariantTimes& times) { return times.measured != nullptr; })) {
      add(picture::Origin::measured);
    }
    if (any([](const VariantTimes& times) { return times.recorded != nullptr; })) {
      add(picture::Origin::recorded);
    }
  }
  if (const Comparison* comparison = pages_.compare.comparison();
      compare_seen_ && comparison != nullptr) {
    if (const Compared* both = comparison->compared()) {
      for (const bool measured : {true, false}) {
        const auto is_so = [&](const std::optional<PointTime>& time) {
          return time && time->measured == measured;
        };
        if (is_so(both->time_a) || is_so(both->time_b)) {
          add(measured ? picture::Origin::measured : picture::Origin::recorded);
        }
      }
    }
  }
  if (session.live()) {
    sources.push_back({ui.texts().get("times.live_badge"), palette.costly_text});
  }
  return sources;
}

// If there is no room for all of them, one button leads to the next page.
void MainView::draw_pages(Ui& ui, const Session& session, const Rect& row) {
  std::vector<Page> pages;
  Tabs tabs;
  if (guide_show(session) != GuideShow::none) {
    pages.push_back(Page::guide);
    tabs.labels.push_back(ui.texts().get("guide.show"));
  }
  for (const PageRow& each : page_rows()) {
    if (each.page != Page::guide) {
      pages.push_back(each.page);
      tabs.labels.push_back(ui.texts().get(std::string("panel.page_") + each.name));
    }
  }
  const auto found = std::find(pages.begin(), pages.end(), page_);
  const std::size_t at =
      found != pages.end()
          ? static_cast<std::size_t>(found - pages.begin())
          : static_cast<std::size_t>(std::find(pages.begin(), pages.end(), Page::stage) -
                                     pages.begin());
  tabs.chosen = at;
  const float h = std::min(ui.px(control_height), row.h);
  Rect box{row.x, std::round(row.y + (row.h - h) / 2) - ui.px(2), tabs_width(ui, tabs), h};
  if (box.w <= row.w) {
    if (const auto pressed = draw_tabs(ui, "pages", box, tabs)) {
      page_ = pages[*pressed];
    }
    return;
  }
  const std::string label = tabs.labels[at] + "  F6";
  box.w = std::min(button_width(ui, label), row.w);
  if (button(ui, "pages", box, {.label = label}).pressed) {
    page_ = pages[(at + 1) % pages.size()];
  }
}

void MainView::draw_waiting(Ui& ui, const Session& session, double waiting_s) {
  if (!session.running() || (waiting_s < noticeable_s && session.shown())) {
    return;
  }
  const auto progress = session.progress();
  const picture::Palette& palette = ui.palette();
  const std::string what = progress_text(ui.texts(), *progress);
  const Look look{FontRole::ui, picture::text_body, palette.text};
  const std::string hint = ui.texts().get("progress.cancel");
  const float w = ui.text_width(what, look) + ui.text_width(hint, look) + ui.px(72);
  const Rect box{std::round((ui.width() - w) / 2), std::round(ui.height() - ui.px(88)), w,
                 ui.px(48)};
  ui.fill(box, palette.panel_raised, ui.px(8));
  ui.outline(box, palette.selection_border, std::max(ui.px(1), 1.0F), ui.px(8));
  const float middle = box.y + box.h / 2 - ui.px(3);
  const float used = ui.text(box.x + ui.px(24), middle, what, look);
  ui.text(box.x + used + ui.px(48), middle, hint,
          {FontRole::ui, picture::text_body, palette.text_faint});
  const auto total = static_cast<float>(progress->blocks_total.load());
  const float share = total > 0 ? static_cast<float>(progress->blocks_done.load()) / total : 0.0F;
  const Rect bar{box.x + ui.px(16), bottom_of(box) - ui.px(10), box.w - ui.px(32), ui.px(4)};
  ui.fill(bar, palette.hairline, ui.px(2));
  ui.fill({bar.x, bar.y, bar.w * std::clamp(share, 0.0F, 1.0F), bar.h}, palette.good, ui.px(2));
}

// Draws the cost of the page's last frames in a free corner.
void MainView::draw_frame_times(Ui& ui) {
  if (!shows_frame_times_ || meter_ == nullptr) {
    return;
  }
  const FrameCost median = meter_->median();
  const std::string words =
      ui.texts().get("app.frame_times", fmt::arg("ui", fmt::format("{:.2f}", median.ui_ms)),
                     fmt::arg("most", fmt::format("{:.2f}", meter_->largest().ui_ms)),
                     fmt::arg("draw", fmt::format("{:.1f}", median.draw_ms)),
                     fmt::arg("frames", meter_->frames()));
  const Look look{FontRole::mono, picture::text_small, ui.palette().text};
  const float w = std::min(ui.text_width(words, look) + ui.px(24), ui.width());
  const Rect box{ui.width() - w, ui.height() - ui.px(24), w, ui.px(24)};
  ui.fill(box, ui.palette().panel_raised, ui.px(4));
  ui.outline(box, ui.palette().selection_border, std::max(ui.px(1), 1.0F), ui.px(4));
  ui.text(box.x + ui.px(12), box.y + box.h / 2, words, look, w - ui.px(16));
}

void MainView::draw_overlay(Ui& ui, Session& session) {
  if (overlay_ == Overlay::keys) {
    if (draw_key_list(ui)) {
      overlay_ = Overlay::none;
    }
  } else if (overlay_ == Overlay::lessons) {
    draw_map(ui, session);
  } else if (overlay_ != Overlay::none) {
    const char* title = overlay_ == Overlay::variants     ? "panel.variants"
                        : overlay_ == Overlay::recordings ? "times.recordings"
                        : overlay_ == Overlay::gpus       ? "times.gpus"
                        : overlay_ == Overlay::machines   ? "machine.menu"
                        : overlay_ == Overlay::decks      ? "lecture.decks"
                                                          : "checks.title";
    if (overlay_ == Overlay::checks && language_ != ui.texts().language()) {
      open_checks(session, menu_.current());  // the language has changed
    }
    if (overlay_ == Overlay::take_out && language_ != ui.texts().language()) {
      show_export(session, menu_.current());
    }
    language_ = ui.texts().language();
    const Menu::Answer answer = menu_.draw(
        ui, overlay_ == Overlay::take_out ? export_menu_.title(ui.texts()) : ui.texts().get(title));
    if (answer.chosen) {
      choose_from_menu(session, *answer.chosen);
    } else if (answer.dismissed) {
      overlay_ = Overlay::none;
    }
  }
}

void MainView::open_lessons(const Session& session) {
  if (shelf_ == nullptr) {
    return;
  }
  shelf_->read();  // a lesson may have been fixed in the meantime
  map_.open(session.lesson() ? session.lesson()->id : session.state().lesson);
  overlay_ = Overlay::lessons;
}

void MainView::draw_map(Ui& ui, Session& session) {
  const CourseMap::Answer answer =
      map_.draw(ui, *shelf_, *progress_, session.lesson() ? session.lesson()->id : std::string());
  if (answer.reset) {
    progress_->reset_all();
    course_->leave();
  }
  if (!answer.lesson.empty()) {
    overlay_ = Overlay::none;
    begin_lesson(session, answer.lesson);
  } else if (answer.dismissed) {
    overlay_ = Overlay::none;
  }
}

void MainView::open_variants(const Session& session) {
  if (!session.lesson()) {
    return;
  }
  const std::string& language = session.state().settings.language;
  std::vector<Menu::Entry> entries;
  std::size_t chosen = 0;
  for (const LessonCard::Variant& variant : session.lesson()->variants) {
    if (&variant == session.variant()) {
      chosen = entries.size();
    }
    const std::string& title = variant.title.in(language);
    entries.push_back(
        {title.empty() ? variant.name : title, std::to_string(entries.size() + 1), true});
  }
  menu_.open(std::move(entries), chosen);
  overlay_ = Overlay::variants;
}

// All checks together first, then one entry per kind; the ticks show which are on.
void MainView::open_checks(const Session& session, std::size_t chosen) {
  const text::Texts texts = texts_of(session.state().settings);
  const CheckSet& checks = session.state().settings.checks;
  std::vector<Menu::Entry> entries;
  const auto add = [&](std::string title, std::string detail, bool on) {
    Menu::Entry entry;
    entry.title = std::move(title);
    entry.detail = std::move(detail);
    entry.mark = on;
    entries.push_back(std::move(entry));
  };
  add(texts.get("checks.all"), texts.get("checks.all_detail"), checks == CheckSet::all());
  for (const DiagnosticKind kind : switchable_kinds()) {
    add(title_of(kind, texts), texts.get("checks." + std::string(name_of(kind))), checks.has(kind));
  }
  menu_.open(std::move(entries), chosen);
  overlay_ = Overlay::checks;
  language_ = texts.language();
}

void MainView::open_recordings(const Session& session) {
  const text::Texts texts = texts_of(session.state().settings);
  std::vector<Menu::Entry> entries;
  std::size_t chosen = 0;
  for (const RecordingEntry& entry : session.recordings()) {
    if (&entry == session.recording()) {
      chosen = entries.size();
    }
    const std::string file = entry.path.filename().string();
    if (entry.recording) {
      const std::string detail =
          entry.shipped ? file : fmt::format("{}, {}", file, texts.get("times.own_recording"));
      entries.push_back({name_of(**entry.recording), detail, {}, true});
    } else {
      std::string wrong = entry.recording.error();
      const std::string place = entry.path.string() + ": ";
      if (wrong.starts_with(place)) {
        wrong.erase(0, place.size());  // the entry already shows the file name
      }
      entries.push_back({file, texts.say(wrong), {}, false});
    }
  }
  if (entries.empty()) {
    entries.push_back(
        {texts.get("times.none_found"),
         texts.get("times.none_found_detail", fmt::arg("folder", own_recordings_folder().string())),
         {},
         false});
  }
  menu_.open(std::move(entries), chosen);
  overlay_ = Overlay::recordings;
}

// Opens the list only if there is more than one GPU.
void MainView::open_gpus(const Session& session) {
  if (session.gpus().size() < 2) {
    const text::Texts texts = texts_of(session.state().settings);
    status_.say(texts.get("times.no_gpus"));
    return;
  }
  std::vector<Menu::Entry> entries;
  std::size_t chosen = 0;
  for (const device::GpuInfo& gpu : session.gpus()) {
    if (gpu.index == session.timings().device()) {
      chosen = entries.size();
    }
    entries.push_back({gpu.name, fmt::format("GPU {}", gpu.index), {}, true});
  }
  menu_.open(std::move(entries), chosen);
  overlay_ = Overlay::gpus;
}

void MainView::open_machines(const Session& session) {
  const text::Texts texts = texts_of(session.state().settings);
  std::vector<Menu::Entry> entries;
  std::size_t chosen = 0;
  menu_machines_.clear();
  for (const machine::Entry& entry : session.machines()) {
    if (machine::requested_id(entry.id) == session.state().machine) {
      chosen = entries.size();
    }
    if (entry.profile) {
      const machine::Profile& profile = **entry.profile;
      std::string detail =
          texts.get("machine.about", fmt::arg("major", profile.major),
                    fmt::arg("minor", profile.minor), fmt::arg("year", profile.year));
      if (entry.id == machine::default_id) {
        detail += " · " + texts.get("machine.usual");
      }
      entries.push_back({profile.name, std::move(detail), {}, true});
    } else {
      entries.push_back({entry.id, entry.profile.error().formatted(), {}, false});
    }
    menu_machines_.push_back(entry.id);
  }
  menu_.open(std::move(entries), chosen);
  overlay_ = Overlay::machines;
}

void MainView::choose_from_menu(Session& session, std::size_t index) {
  if (overlay_ == Overlay::take_out) {
    choose_export(session, index);
    return;
  }
  if (overlay_ == Overlay::checks) {
    Settings settings = session.state().settings;
    const std::span<const DiagnosticKind> kinds = switchable_kinds();
    if (index == 0) {
      settings.checks = settings.checks == CheckSet::all() ? CheckSet::none() : CheckSet::all();
    } else if (index <= kinds.size()) {
      const DiagnosticKind kind = kinds[index - 1];
      settings.checks.set(kind, !settings.checks.has(kind));
    }
    session.change_settings(settings);
    open_checks(session, index);  // stays open, to switch more of them
    return;
  }
  if (overlay_ == Overlay::decks && index < lecture_.decks.size()) {
    if (!lecture_.decks[index].deck) {
      return;  // it can't be read; its entry says why
    }
    begin_lecture(session, *lecture_.decks[index].deck);
  } else if (overlay_ == Overlay::variants) {
    session.choose_variant(index);
  } else if (overlay_ == Overlay::recordings) {
    session.choose_recording(index);
  } else if (overlay_ == Overlay::gpus) {
    session.choose_gpu(index);
  } else if (overlay_ == Overlay::machines && index < menu_machines_.size()) {
    session.choose_machine(menu_machines_[index]);
  }
  overlay_ = Overlay::none;
}

}  // namespace lanescope::app
