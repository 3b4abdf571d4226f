#include "app/window/main_view.h"

#include <algorithm>
#include <cmath>

#include "app/figures/appearance.h"
#include "app/figures/pages/map_page.h"
#include "app/figures/pages/program_page.h"
#include "app/window/panels/guide/question_stage.h"
#include "app/window/toolkit/layout.h"
#include "app/window/toolkit/open_file.h"
#include "app/window/toolkit/widgets.h"
#include "viz/picture/access/stage.h"
#include "viz/picture/core/badge.h"

namespace lanescope::app {
namespace {

// Minimum wait between two frames of a movement, so that very short frames don't keep a core busy.
constexpr double min_frame_s = 0.004;

constexpr float usual_waiting_width = 280;  // units; of the words beside a running kernel

// A shorter run is not reported as running.
constexpr double noticeable_s = 0.15;

bool waits_noticeably(const Session& session, double waiting_s) {
  return session.run().running() && (waiting_s >= noticeable_s || !session.run().shown());
}

// `above`: how far the box's top is above the lower edge of the window, in units.
Waiting waiting_for(Ui& ui, std::string what, float above) {
  Waiting waiting;
  waiting.what = std::move(what);
  if (waiting.what.empty()) return waiting;
  // As wide for short words as for long ones, so that the way to cancel stays where it is.
  const float w = std::max(ui.text_width(waiting.what, {FontRole::ui, picture::text_body, {}}),
                           std::min(ui.px(usual_waiting_width), ui.width() / 2));
  const float cancel_w = button_width(ui, ui.texts().get("progress.cancel"));
  const float all = w + cancel_w + ui.px(64);
  waiting.box = {std::round((ui.width() - all) / 2), std::round(ui.height() - ui.px(above)), all,
                 ui.px(52)};
  waiting.cancel = {right_of(waiting.box) - cancel_w - ui.px(16), waiting.box.y + ui.px(7),
                    cancel_w, ui.px(28)};
  return waiting;
}

void draw_waiting_box(Ui& ui, const Waiting& waiting, const Press& stop) {
  const picture::Palette& palette = ui.palette();
  const Rect& box = waiting.box;
  ui.fill(box, palette.panel_raised, ui.px(8));
  ui.outline(box, palette.selection_border, std::max(ui.px(1), 1.0F), ui.px(8));
  const Rect& cancel = waiting.cancel;
  ui.text(box.x + ui.px(24), cancel.y + cancel.h / 2, waiting.what,
          {FontRole::ui, picture::text_body, palette.text});
  ui.outline(cancel, stop.hovered ? palette.text : palette.text_dim, std::max(ui.px(1), 1.0F),
             ui.px(6));
  ui.text(cancel.x + cancel.w / 2, cancel.y + cancel.h / 2, ui.texts().get("progress.cancel"),
          {FontRole::ui, picture::text_body, palette.text, picture::AlignX::center});
  if (stop.focused) ui.focus_ring(shrunk(cancel, ui.px(2)), ui.px(5));
}

// Dims what is still of the run before.
void dim(Ui& ui, std::initializer_list<Rect> areas) {
  for (const Rect& area : areas) ui.fill(area, picture::with_alpha(ui.palette().background, 0.55F));
}

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
  // Also those that are not drawn now: their movements must end, too.
  for (AnimatedPicture* each : {&stage_.transition(), &counts_.transition()}) each->set_time(now_s);
  std::optional<double> next = pages_.advance(session, now_s);
  if (!next && !pages_.plays_alone()) next = stage_.advance(session, now_s);
  if (const auto due = editor_.update(session, now_s)) next = std::min(next.value_or(*due), *due);
  if (notice_life_.is_over(notice_lies_over_ ? status_.notice().text : std::string(), now_s)) {
    status_.say({});
    next = min_frame_s;  // draws what it lay over
  } else if (notice_lies_over_) {
    next = std::min(next.value_or(notice_life_.due_s()), notice_life_.due_s());
  }
  return gliding() ? std::min(next.value_or(min_frame_s), min_frame_s) : next;
}

bool MainView::gliding() const {
  return stage_.transition().gliding() || counts_.transition().gliding() || pages_.gliding();
}

void MainView::rest() {
  stage_.transition().rest();
  counts_.transition().rest();
  pages_.rest();
}

bool MainView::ignores_repeat_of(const Binding& binding, const Session& session) const {
  return binding.command == Command::pad_toggle && (gliding() || session.run().running());
}

float MainView::scale_for(int width, int height, const Settings& settings,
                          float content_scale) const {
  return lecturing()
             ? lecture_scale(width, height, settings.scale_percent, lecture_.scale_percent_before())
             : static_cast<float>(settings.scale_percent) / 100.0F * content_scale;
}

GuideDisplay MainView::guide_display(const Session& session) const {
  if (lecturing()) return course() != nullptr ? GuideDisplay::led : GuideDisplay::none;
  return guide_.display(session);
}

bool MainView::covered(const Session& session) const {
  return lecturing() ? lecture_.lecture().covered() : guide_.covered(session);
}

void MainView::draw(Ui& ui, Session& session, double waiting_s) {
  if (ImGui::IsMouseClicked(0)) {
    status_.say({});  // as with a key: the next action ends a notice
    after_digit_ = false;
  }
  // Above the lists, too: a program runs beside them.
  const Waiting running = waiting_for(ui, lecturing() ? std::string() : program_, 152);
  const Press end_program = ui.item("program.cancel", running.cancel);
  ui.set_blocked(lists_.open());
  ui.fill({0, 0, ui.width(), ui.height()}, ui.palette().background);
  tell_news(session);
  if (!lecturing()) guide_.check_exercise(session);
  guide_.mark_differences(pages_.contents().get<MapPage>().maps());
  if (waits_noticeably(session, waiting_s)) {
    session.run().forget_problem();  // it is of the run before
  }
  // Before the panels, because it lies above them: the first item under the mouse has the click.
  const Waiting waiting = waiting_for(ui,
                                      waits_noticeably(session, waiting_s)
                                          ? progress_text(ui.texts(), *session.run().progress())
                                          : std::string(),
                                      92);
  const Press stop = ui.item("progress.cancel", waiting.cancel);
  const Layout layout = draw_panels(ui, session);
  if (session.run().shown() && waits_noticeably(session, waiting_s) && !covered(session)) {
    dim(ui, {layout.stage, layout.page, shows_editor(session) ? Rect{} : layout.code, layout.strip,
             layout.counts, layout.sites, layout.message, layout.status});
    ui.tooltip({});  // it would be of what is dimmed, and cover the way to cancel
  }
  draw_waiting(ui, session, waiting, stop);
  ui.set_blocked(false);
  carry_out(ui, session);
  if (lists_.shown() == Overlay::parameters) {
    if (top_.launch().draw_sheet(ui, session)) lists_.close(session);
  } else {
    lists_.draw(
        ui, session,
        {tab_shown_, covered(session), lecturing(), guide_display(session) == GuideDisplay::led});
  }
  carry_out(ui, session);
  draw_program(ui, running, end_program);
  notice_lies_over_ = !lecturing() && !status_.notice().empty() &&
                      (layout.status.h < 1 || lists_.open() || status_.stands_out());
  if (notice_lies_over_) draw_notice(ui, session, layout);
  draw_frame_times(ui);
}

// What the user asked for in this frame, or by a key.
void MainView::carry_out(Ui& ui, Session& session) {
  for (const Action& action : ui.take_actions()) carry_out(action, ui, session);
}

void MainView::carry_out(const Action& action, Ui& ui, Session& session) {
  std::visit(
      [&]<class Kind>(const Kind& asked) {
        if constexpr (std::is_same_v<Kind, ShowPage>) {
          if (may_open(asked.page, session)) pages_.show(asked.page);
        } else if constexpr (std::is_same_v<Kind, OpenOverlay>) {
          asked.overlay == Overlay::palette ? open_palette(session, false)
                                            : lists_.open(asked.overlay, session, asked.button);
        } else if constexpr (std::is_same_v<Kind, ShowTerm>) {
          if (!lecturing()) lists_.open_glossary(asked.id, session);
        } else if constexpr (std::is_same_v<Kind, ShowGuide>) {
          show_guide(session, asked.shown);
        } else if constexpr (std::is_same_v<Kind, BeginLesson>) {
          guide_.choose_lesson(session, asked.lesson, !lecturing(), asked.at_first_step);
          if (asked.at_first_step) {
            show_guide(session, true);
            pages_.show(Page::stage);
            if (recent_ != nullptr && recent_->last())
              entered_ = EnteredLesson{asked.lesson, guide_.course()->progress().of(asked.lesson)};
          }
        } else if constexpr (std::is_same_v<Kind, GoOn>) {
          go_on(asked.where, session);
        } else if constexpr (std::is_same_v<Kind, AskAgain>) {
          guide_.ask_again(session, asked.lesson, asked.question);
        } else if constexpr (std::is_same_v<Kind, ShowPadding>) {
          show_padding(session);
        } else if constexpr (std::is_same_v<Kind, MakeOwnKernel>) {
          make_own_kernel(asked.kernel, asked.name, session);
        } else if constexpr (std::is_same_v<Kind, OpenOwnKernels>) {
          if (!lecturing() && recent_ != nullptr)
            asked.types_path ? lists_.open_path_field() : lists_.open_own_kernels({});
        } else if constexpr (std::is_same_v<Kind, OpenPaths>) {
          open_paths(asked.paths, session);
        } else if constexpr (std::is_same_v<Kind, RememberKernel>) {
          remember_kernel(asked.lesson);
        } else if constexpr (std::is_same_v<Kind, OpenInEditor>) {
          if (const auto failure = guide_.start_editor(asked.file))
            status_.say(text_of(*failure, texts_of(session.state().settings)));
        } else if constexpr (std::is_same_v<Kind, ResetProgress>) {
          guide_.reset_progress();
        } else if constexpr (std::is_same_v<Kind, OpenOwnCopy>) {
          if (asked.to == OpenOwnCopy::To::here) return edit_own_copy(session);
          if (std::string news = guide_.open_own_copy(session, asked.to); !news.empty())
            status_.say(std::move(news));
        } else if constexpr (std::is_same_v<Kind, EditKernel>) {
          edit_kernel(asked.line, session);
        } else if constexpr (std::is_same_v<Kind, CompareWithOriginal>) {
          if (!may_open(Page::compare, session)) return;
          ViewRequest view;
          view.page = Page::compare;
          view.page_argument = asked.side;
          if (const auto opened = pages_.open(view, session); !opened) status_.say(opened.error());
        } else if constexpr (std::is_same_v<Kind, ShowDifference>) {
          pages_.contents().get<MapPage>().choose_difference(asked.array);
          pages_.show(MapPage::page);
        } else if constexpr (std::is_same_v<Kind, ResetOwnCopy>) {
          status_.say(guide_.reset_own_copy(session));
        } else if constexpr (std::is_same_v<Kind, BeginLecture>) {
          begin_lecture(session, asked.deck);
        } else if constexpr (std::is_same_v<Kind, ControlLecture>) {
          control_lecture(asked, session);
        } else if constexpr (std::is_same_v<Kind, RunToLine>) {
          pages_.go_to_line(asked.line, session);
        } else if constexpr (std::is_same_v<Kind, SaveSweep>) {
          if (host_.save_sweep) host_.save_sweep(asked.format);
        } else if constexpr (std::is_same_v<Kind, Export>) {
          host_.export_view(asked.request);
        } else if constexpr (std::is_same_v<Kind, SaveAs>) {
          lists_.open_save_dialog(asked.request, session);
        } else if constexpr (std::is_same_v<Kind, Perform>) {
          press_key({.command = asked.command}, ui, session);
        } else {
          static_assert(std::is_same_v<Kind, Say>);
          status_.say(asked.notice);
        }
      },
      action);
}

void MainView::control_lecture(const ControlLecture& asked, Session& session) {
  if (!lecturing()) return;
  if (asked.what == ControlLecture::What::leave) return lecture_.leave(session, pages_);
  lecture_.press(asked);
}

void MainView::show_guide(const Session& session, bool shown) {
  guide_.set_shown(session, shown);
  if (!shown && pages_.page() == Page::guide) pages_.show(Page::stage);
}

void MainView::toggle_lecture(Session& session) {
  if (lecturing()) return lecture_.leave(session, pages_);
  if (!lecture_.enabled()) return;
  const std::string& lesson = session.state().lesson;
  std::vector<DeckEntry> decks =
      lectures_at(lesson, session.lesson() ? session.lesson()->id : lesson, find_decks());
  if (decks.size() == 1 && decks.front().deck) return begin_lecture(session, *decks.front().deck);
  if (decks.empty()) {
    return status_.say(texts_of(session.state().settings)
                           .get("lecture.none", fmt::arg("folder", user_decks_folder().string())));
  }
  lists_.open(std::move(decks), session);
}

PageStrip MainView::strip_of(const Session& session) const {
  return {tabs_, tab_shown_, covered(session), guide_display(session) != GuideDisplay::none};
}

// A page that would answer the open question stays shut, and the status line says so.
bool MainView::may_open(Page page, const Session& session) {
  const bool opens = lecturing() || strip_of(session).opens(page);
  if (!opens) status_.say(texts_of(session.state().settings).get("page.covered"));
  return opens;
}

// By key: opens the page, or returns to the one before.
void MainView::open_page(Page page, const Session& session) {
  if (may_open(page, session)) pages_.toggle(page);
}

Layout MainView::draw_panels(Ui& ui, Session& session) {
  message_.follow(ui, session);
  LayoutInput input;
  input.width = ui.width();
  input.height = ui.height();
  input.scale = ui.style().scale;
  top_.offer_guide(guide_.hidden(session));
  tabs_ = tabbed_pages(ui, pages_.page() == Page::counts ? Page::counts : Page::stage);
  input.tabs = tab_widths(ui, tabs_);
  input.guide = guide_display(session);
  input.code_lines = longest_kernel(session);
  const bool single_page = !lecturing() && is_single_page(ui.width(), ui.style().scale);
  if (lecturing()) {
    lecture_.follow(ui, session, pages_);
  } else {
    guide_.follow_step(session, pages_, single_page);
  }
  // While a question is open, hide everything that answers it.
  const bool is_covered = covered(session);
  message_.keep_low(!lecturing() && replaces_stage(pages_.page()) &&
                    !has_status_bar(ui.height(), ui.style().scale));
  const auto& problem = session.run().problem();
  // The editor has the errors below their lines, and nothing moves while one types.
  const bool edits = shows_editor(session);
  const bool says_itself = edits && problem && !problem->errors.empty();
  input.message_height = (is_covered && !problem) || says_itself ? 0 : message_.height(ui);
  input.page = pages_.page();
  if (is_covered && !(single_page && strip_of(session).opens(input.page))) input.page = Page::stage;
  const bool is_named = std::find(tabs_.begin(), tabs_.end(), input.page) != tabs_.end();
  tab_shown_ = is_named ? input.page : Page::stage;
  input.asks = is_covered;
  input.has_player = session.selector().wavefronts() > 0 && !is_covered;
  Layout layout = lecturing() ? lecture_.draw(ui, session, input, sources_of(ui, session),
                                              status_.notice().text)
                              : layout_for(input);
  draw_stale(ui, stale_words(session, input.page, ui.texts()), edits, main_panel(layout));
  if (!lecturing()) {
    top_.launch().point_at_padding(guide_.points_at_padding());
    top_.draw(ui, session, layout.top, layout.launch, lists_.shown() == Overlay::parameters);
    draw_page_strip(ui, strip_of(session), layout);
  }
  message_.draw(ui, session, layout.message);
  guide_.leave_enter_to_page(pages_.takes_enter(session));
  guide_.draw(ui, session, layout);
  code_.cover(is_covered);
  code_.ask_about(line_in_question(session, is_covered));
  code_.follow(guide_.named_code());
  code_.offer_editing(can_edit(session));
  editor_.hide(!edits);
  if (edits) {
    editor_.draw(ui, session, layout.code);
  } else {
    code_.draw(ui, session, layout.code);
  }
  if (is_covered) {
    for (const Rect* area : {&layout.strip, &layout.counts, &layout.sites, &layout.page})
      draw_cover(ui, *area);
  } else {
    strip_.draw(ui, session, layout.strip);
    counts_.stand_beside_table(layout.sites.h > 0 && !pages_.table_shows_times());
    counts_.draw(ui, session, layout.counts);
  }
  draw_stage(ui, session, layout);
  pages_.draw(ui, session, layout, {input.page, is_covered, lecturing()});
  dim_beside_picture(ui, session, layout);
  const bool hides_messages = is_covered && !session.run().problem();
  status_.offer_messages(hides_messages ? std::string() : message_.closed_summary(),
                         color_of(message_.severity(), ui.palette()));
  if (layout.status.h > 0) {
    status_.show_sources(sources_of(ui, session));
    status_.cover(is_covered);
    status_.draw(ui, session, layout.status);
  } else {
    const Rect room = lecturing() ? Rect{} : free_in_strip(layout);
    const float used = status_.draw_messages(ui, room);
    if (!is_covered) status_.draw_guess(ui, session, {room.x, room.y, room.w - used, room.h});
  }
  if (status_.messages_pressed()) message_.reopen();
  if (!lists_.open()) lecture_.draw_spotlight(ui, layout.page.h > 0 ? layout.page : layout.stage);
  return layout;
}

// The line of the open question. Its answer stays with it where the page shows no access.
std::optional<int> MainView::line_in_question(const Session& session, bool is_covered) const {
  const Course* course = guide_.course();
  if (lecturing() || course == nullptr) return std::nullopt;
  if (is_covered) return course->line_asked();
  return pages_.page() == Page::index ? course->line_answered(session.state().selection)
                                      : std::nullopt;
}

void MainView::draw_stage(Ui& ui, Session& session, const Layout& layout) {
  const Rect& area = layout.stage;
  stage_.set_own_background(layout.transport.h < 1);
  stage_.cover(covered(session));
  if (layout.transport.h > 0) {
    // One background and one edge for the picture and its player controls.
    draw_background(ui, {area.x, area.y, area.w, bottom_of(layout.transport) - area.y});
  }
  if (area.w >= 1 && area.h >= 1) {
    const Rect left = !lecturing() ? guide_.draw_question(ui, session, layout)
                      : lecture_.draw_question(ui, session, area) ? Rect{}
                                                                  : area;
    if (left.h >= 1) stage_.draw(ui, session, left);
  }
  stage_.draw_transport(ui, session, layout.transport);
}

std::string MainView::stale_words(const Session& session, Page page,
                                  const text::Texts& texts) const {
  const Problem* failed = session.run().problem_of_text();
  if (session.run().shown() == nullptr) return {};
  if (failed == nullptr && session.run().variant_cancelled() != nullptr)
    return texts.get("error.stale_cancelled");
  if (failed == nullptr && session.run().shown()->has_edited_text) {
    const lesson::Resolved& edited = session.run().shown()->resolved;
    return texts.get("error.stale_ptx", fmt::arg("ptx", edited.ptx_path.filename().string()),
                     fmt::arg("text", edited.source_name));
  }
  if (failed == nullptr) {
    const auto& program = pages_.contents().get<ProgramPage>().failed();
    if (!program || page == Page::program) return {};  // that page says it itself
    return texts.get(program->why.empty() ? "program.stale_cancelled" : "program.stale",
                     fmt::arg("name", program->source.filename().string()));
  }
  const lesson::Resolved& shown = session.run().shown()->resolved;
  const char* words = session.run().is_shown_text(*failed)       ? "error.stale_values"
                      : shown.source_name == failed->source_name ? "error.stale_text"
                                                                 : "error.stale_file";
  return texts.get(words, fmt::arg("shown", shown.source_name),
                   fmt::arg("failed", failed->source_name));
}

void MainView::draw_stale(Ui& ui, const std::string& words, bool keeps_row, Rect& area) {
  if ((words.empty() && !keeps_row) || area.h < 5 * ui.px(28)) return;
  const picture::Palette& palette = ui.palette();
  const TextStyle text_style{FontRole::ui_bold, picture::text_body, palette.costly_text};
  const float room = area.w - ui.px(72);
  // Its end says where the reason is: two rows where there is room, and the mouse has all of it.
  const std::vector<std::string> lines = ui.wrapped(words, text_style, room);
  const std::size_t rows = lines.size() > 1 && area.h >= ui.px(280) && !keeps_row ? 2 : 1;
  const float line_h = ui.px(20);
  const float h = ui.px(8) + line_h * static_cast<float>(rows);
  const Rect row{area.x, area.y, area.w, h};
  area.y += h + ui.px(4);
  area.h -= h + ui.px(4);
  draw_background(ui, row);
  if (words.empty()) {
    ui.text(row.x + ui.px(16), row.y + h / 2, ui.texts().get("edit.follows"),
            {FontRole::ui, picture::text_small, palette.text_faint}, row.w - ui.px(32));
    return;
  }
  picture::DrawList stripes;
  stripes.width = ui.px(48);
  stripes.height = h;
  picture::Box box;
  box.rect = {0, 0, ui.px(48), h};
  box.fill = palette.waste_fill;
  box.hatch = palette.waste;
  box.hatch_period = ui.px(8);
  stripes.add(box);
  ui.paint(std::move(stripes), {row.x, row.y, ui.px(48), h});
  float middle = row.y + ui.px(4) + line_h / 2;
  for (std::size_t i = 0; i < rows; ++i) {
    ui.text(row.x + ui.px(60), middle, rows == 1 ? words : lines[i], text_style, room);
    middle += line_h;
  }
  if (lines.size() > rows && ui.item("stale", row, false).hovered) ui.tooltip(words);
}

// After a run that failed or was cancelled, what is beside the picture is of the run before, too.
void MainView::dim_beside_picture(Ui& ui, const Session& session, const Layout& layout) {
  const bool is_old =
      session.run().problem_of_text() != nullptr || session.run().variant_cancelled() != nullptr;
  if (!is_old || session.run().shown() == nullptr || covered(session)) return;
  dim(ui, {layout.strip, layout.counts, layout.sites});
}

// Tells each new problem once, in the status bar. The times page always shows why nothing can be
// measured.
void MainView::tell_news(const Session& session) {
  const std::string& absence = session.times().timings().absence();
  if (absence != reported_absence_) {
    reported_absence_ = absence;
    if (!absence.empty()) {
      const text::Texts texts = texts_of(session.state().settings);
      status_.say(texts.get("times.absent", fmt::arg("why", texts.say(absence))));
    }
  }
  if (std::string news = guide_.news(session); !news.empty()) status_.say(std::move(news));
}

std::vector<StatusBar::Source> MainView::sources_of(Ui& ui, const Session& session) const {
  const picture::Palette& palette = ui.palette();
  std::vector<StatusBar::Source> sources;
  const auto add = [&](picture::Origin origin) {
    sources.push_back({picture::word_of(origin, ui.texts()), picture::color_of(origin, palette),
                       picture::sentence_of(origin, ui.texts())});
  };
  add(picture::Origin::model);
  if (const OutcomePtr& shown = session.run().shown(); shown && shown->machine != nullptr)
    sources.back().word = picture::model_badge_text(shown->machine->name, ui.texts());
  for (const picture::Origin origin : pages_.origins(session)) add(origin);
  if (session.times().live()) {
    sources.push_back({ui.texts().get("times.live_badge"), palette.costly_text,
                       ui.texts().get("times.live_tip")});
  }
  return sources;
}

void MainView::draw_waiting(Ui& ui, Session& session, const Waiting& waiting, const Press& stop) {
  if (stop.pressed) session.cancel_run();
  if (waiting.box.h < 1) return;
  const auto progress = session.run().progress();
  const picture::Palette& palette = ui.palette();
  const Rect& box = waiting.box;
  draw_waiting_box(ui, waiting, stop);
  const auto total = static_cast<float>(progress->blocks_total.load());
  const float share = total > 0 ? static_cast<float>(progress->blocks_done.load()) / total : 0.0F;
  const Rect bar{box.x + ui.px(16), bottom_of(box) - ui.px(10), box.w - ui.px(32), ui.px(4)};
  ui.fill(bar, palette.hairline, ui.px(2));
  ui.fill({bar.x, bar.y, bar.w * std::clamp(share, 0.0F, 1.0F), bar.h}, palette.good, ui.px(2));
}

// How much of it is done, nobody knows.
void MainView::draw_program(Ui& ui, const Waiting& running, const Press& stop) {
  if (running.box.h < 1) return;
  draw_waiting_box(ui, running, stop);
  if (stop.pressed && host_.cancel_program) host_.cancel_program();
}

// The status line's notice, where no such line is, something lies above it, or it is too narrow:
// over the top bar, because what it asks for may be anywhere below it; with a list, below that;
// above the status line, if there is one. A step of a guide asks for the values in the top bar:
// beside its text, the notice is at the bottom of the picture.
void MainView::draw_notice(Ui& ui, const Session& session, const Layout& layout) {
  const Notice& notice = status_.notice();
  const float mark = notice_mark_width(ui, notice.kind);
  const picture::Palette& palette = ui.palette();
  const TextStyle text_style{FontRole::ui, picture::text_body, palette.text};
  const bool has_list = lists_.open();
  const Rect& field = layout.page.h > 0 ? layout.page : layout.stage;
  const bool in_picture = !has_list && layout.status.h < 1 && !layout.single_page &&
                          guide_display(session) == GuideDisplay::led && field.h >= ui.px(120);
  const float left = in_picture ? field.x : 0;
  const float width = in_picture ? field.w : ui.width();
  const std::vector<std::string> lines = ui.wrapped(notice.text.substr(0, notice.text.find('\n')),
                                                    text_style, width - ui.px(64) - mark);
  float w = 0;
  for (const std::string& line : lines) w = std::max(w, ui.text_width(line, text_style));
  const float row = ui.px(20);
  const Rect size{0, 0, std::ceil(w) + mark + ui.px(32),
                  row * static_cast<float>(lines.size()) + ui.px(12)};
  const float y = has_list               ? ui.height() - size.h - ui.px(12)
                  : layout.status.h >= 1 ? layout.status.y - size.h - ui.px(4)
                  : in_picture           ? bottom_of(field) - size.h - ui.px(8)
                                         : ui.px(4);
  Rect box{std::round(left + (width - size.w) / 2), std::round(y), size.w, size.h};
  // One goes on stepping through the wavefronts while it is there.
  if (!has_list && layout.transport.h > 0 && box.overlaps(layout.transport))
    box.y = layout.transport.y - size.h - ui.px(4);
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  if (notice_life_.is_left(mouse.x, mouse.y, box.contains(mouse.x, mouse.y))) {
    ui.draw_again();
    return status_.say({});
  }
  ui.fill(box, palette.panel_raised, ui.px(6));
  const bool has_failed = notice.kind == NoticeKind::failed;
  ui.outline(box, has_failed ? palette.error_text : palette.selection_border,
             std::max(ui.px(1), 1.0F), ui.px(6));
  float middle = box.y + ui.px(6) + row / 2;
  draw_notice_mark(ui, box.x + ui.px(16), middle, notice.kind);
  for (const std::string& line : lines) {
    ui.text(box.x + ui.px(16) + mark, middle, line, text_style);
    middle += row;
  }
}

// Draws the cost of the page's last frames in a free corner.
void MainView::draw_frame_times(Ui& ui) {
  if (!shows_frame_times_ || meter_ == nullptr) return;
  const FrameCost median = meter_->median();
  const std::string words =
      ui.texts().get("app.frame_times", fmt::arg("ui", fmt::format("{:.2f}", median.ui_ms)),
                     fmt::arg("most", fmt::format("{:.2f}", meter_->largest().ui_ms)),
                     fmt::arg("draw", fmt::format("{:.1f}", median.draw_ms)),
                     fmt::arg("frames", meter_->frames()));
  const TextStyle text_style{FontRole::mono, picture::text_small, ui.palette().text};
  const float w = std::min(ui.text_width(words, text_style) + ui.px(24), ui.width());
  const Rect box{ui.width() - w, ui.height() - ui.px(24), w, ui.px(24)};
  ui.fill(box, ui.palette().panel_raised, ui.px(4));
  ui.outline(box, ui.palette().selection_border, std::max(ui.px(1), 1.0F), ui.px(4));
  ui.text(box.x + ui.px(12), box.y + box.h / 2, words, text_style, w - ui.px(16));
}

}  // namespace lanescope::app
