// The content of the whole window for one frame, and the actions of its keys. Arranges the panels,
// the pages, the guide, lectures and lists; does not depend on GLFW or GL.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/session/session.h"
#include "app/session/start/recent.h"
#include "app/window/guide_mode.h"
#include "app/window/lecture_mode.h"
#include "app/window/lists.h"
#include "app/window/pages.h"
#include "app/window/panels/bars/status_bar.h"
#include "app/window/panels/bars/top_bar.h"
#include "app/window/panels/base/message_panel.h"
#include "app/window/panels/kernel/code_panel.h"
#include "app/window/panels/kernel/editor_panel.h"
#include "app/window/panels/kernel/stage_panel.h"
#include "app/window/panels/kernel/strip_panel.h"
#include "app/window/panels/kernel/table_panels.h"
#include "app/window/toolkit/frame_meter.h"
#include "app/window/toolkit/keys.h"
#include "app/window/toolkit/layout.h"
#include "app/window/toolkit/ui.h"

namespace lanescope::app {

// What is said while a run takes its time, and where; empty rectangles: nothing.
struct Waiting {
  std::string what;
  Rect box, cancel;
};

class MainView {
 public:
  // Actions that only the window can do.
  struct Host {
    std::function<void()> toggle_full_screen;
    std::function<void()> save_picture;
    std::function<void()> quit;
    // Saves the sweep's points as CSV, or its plot as PNG.
    std::function<void(Format)> save_sweep{};
    // Exports to a file or to the clipboard, after the frame is drawn.
    std::function<void(const ExportRequest&)> export_view{};
    // Wakes the window; may be called on any thread.
    std::function<void()> wake{};
    // Runs a whole program and opens what it launched. Empty: nothing can run one.
    std::function<void(const std::filesystem::path&)> run_program{};
    std::function<void()> cancel_program{};
    // Runs the program again of which the open lesson is a launch. False: it is of none that ran
    // here.
    std::function<bool()> run_program_again{};
  };

  // `contents` must outlive the view.
  MainView(Host host, PageContents& contents) : host_(std::move(host)), pages_(contents) {
    guide_.use_wake(host_.wake);
    lists_.use_wake(host_.wake);
  }

  // Enables the guide of the session's lesson. All three must outlive the view.
  void set_course(Course& course, ProgressStore& progress, CourseLoader& course_loader) {
    guide_.use(course, progress, course_loader);
    lists_.use_course(course_loader, progress);
  }
  // Enables lectures. `host`: actions that only the window can do. The lecture must outlive the
  // view.
  void set_lecture(Lecture& lecture, LectureMode::Host host = {}) {
    lecture_.use(lecture, std::move(host));
  }
  // The meter that Ctrl+D shows. It must outlive the view.
  void set_frame_meter(const FrameMeter& meter) { meter_ = &meter; }
  // Enables the start page. `recent` must outlive the view.
  void set_recent(RecentStore& recent) {
    recent_ = &recent;
    lists_.use_start(*guide_.course(), recent);
  }
  // Opens the start page. `goes_on`: the present state is where the user was.
  void open_start(bool goes_on) { lists_.open_start(goes_on); }
  // Opens the lesson or deck that was dropped or typed, or says why it can't be opened.
  // `source`: of the program that has written the recording `paths` just now, which lies in the
  // cache; it is remembered in its place.
  void open_paths(const std::vector<std::filesystem::path>& paths, Session& session,
                  const std::filesystem::path& source = {});
  // Offers a lesson file for a kernel's file. `why`: why it was not opened.
  void offer_lesson_for(const std::filesystem::path& kernel, std::string why);
  // Keeps the present place for the next start. Call when the picture has settled.
  void remember_visit(const Session& session);
  // Hides everything that differs from run to run.
  void hide_wall_times() { status_.hide_wall_times(); }

  // Call inside an ImGui frame, in a window that covers everything. `waiting_s`: seconds since the
  // present run began.
  void draw(Ui& ui, Session& session, double waiting_s);
  void press(const Binding& binding, Ui& ui, Session& session);
  // True if the key was used for an answer or a filter.
  bool answer_key(const AnswerKey& key, Ui& ui, Session& session);
  // True if the editor of the kernel used the key.
  bool editor_key(const EditorPanel::Key& key, Ui& ui, Session& session);
  [[nodiscard]] const EditorPanel& editor() const { return editor_; }
  // True if the lecture used the key.
  bool lecture_key(LectureKey key, Ui& ui);
  // Offered among what was opened before, and in the search.
  void remember_kernel(const std::filesystem::path& file) {
    if (recent_ != nullptr) recent_->put_kernel(file);
  }
  void begin_lecture(const Session& session, DeckPtr deck,
                     std::optional<std::size_t> index = std::nullopt) {
    lecture_.begin(session, pages_, std::move(deck), index);
  }
  // Reveals the answer, or goes on to the next of several questions.
  void reveal() { lecture_.reveal(true); }
  void say(Notice notice, bool stands_out = false) { status_.say(std::move(notice), stands_out); }
  void show_work(std::string work) { status_.show_work(std::move(work)); }
  // What is said of the program that runs, beside the button that cancels it; empty: none runs.
  void show_program(std::string running) { program_ = std::move(running); }

  // Advances animations and players. Returns the seconds until the next step, if there is one.
  std::optional<double> advance(Session& session, double now_s);
  // A picture is gliding to its next state.
  [[nodiscard]] bool gliding() const;
  // Something happened in the background that the next frame tells or shows.
  [[nodiscard]] bool has_news() const { return guide_.has_news() || lists_.has_news(); }
  // Ends all animations at once.
  void rest();
  // A held PAD key waits until the animation and the run that it started have ended.
  [[nodiscard]] bool ignores_repeat_of(const Binding& binding, const Session& session) const;
  // Device pixels per unit.
  [[nodiscard]] float scale_for(int width, int height, const Settings& settings,
                                float content_scale) const;

  [[nodiscard]] Pages& pages() { return pages_; }
  [[nodiscard]] const Pages& pages() const { return pages_; }
  [[nodiscard]] const Lists& lists() const { return lists_; }
  [[nodiscard]] const GuideMode& guide() const { return guide_; }
  [[nodiscard]] const LectureMode& lecture() const { return lecture_; }
  [[nodiscard]] bool lecturing() const { return lecture_.on(); }
  [[nodiscard]] const StagePanel& stage() const { return stage_; }
  [[nodiscard]] const MessagePanel& message() const { return message_; }
  [[nodiscard]] const Notice& notice() const { return status_.notice(); }
  // Text is being entered: keys that write a character are not commands.
  [[nodiscard]] bool typing() const {
    return editing() || filtering() || (editor_.typing() && !lists_.open());
  }
  // The text field of a number is open.
  [[nodiscard]] bool editing() const { return top_.launch().editing() || pages_.editing(); }
  // A list is being filtered, or a path is typed: keys that move through the list still work as
  // commands.
  [[nodiscard]] bool filtering() const { return lists_.filtering() || lists_.typing_path(); }
  // How the guide is shown, and whether a question hides the results.
  [[nodiscard]] GuideDisplay guide_display(const Session& session) const;
  [[nodiscard]] bool covered(const Session& session) const;
  // The course whose steps and questions are shown: the learner's or that of a lecture's scene.
  // nullptr if there is none.
  [[nodiscard]] const Course* course() const {
    return lecturing() ? lecture_.lecture().course() : guide_.course();
  }

 private:
  void carry_out(Ui& ui, Session& session);
  void carry_out(const Action& action, Ui& ui, Session& session);
  [[nodiscard]] PageStrip strip_of(const Session& session) const;
  bool may_open(Page page, const Session& session);
  void open_page(Page page, const Session& session);
  void open_palette(const Session& session, bool by_slash) {
    const Page page = covered(session) ? tab_shown_ : pages_.page();
    lists_.open({offer(session), page, by_slash}, session);
  }
  void control_lecture(const ControlLecture& asked, Session& session);
  void show_guide(const Session& session, bool shown);
  void show_padding(Session& session);
  // The start page over the present state.
  void open_start_page();
  void go_on(const Visit& where, Session& session);
  void make_own_kernel(const std::filesystem::path& kernel, const std::string& name,
                       Session& session);
  void open_lesson(const std::filesystem::path& lesson, Session& session);
  void toggle_lecture(Session& session);

  Layout draw_panels(Ui& ui, Session& session);  // returns where they are
  [[nodiscard]] std::optional<int> line_in_question(const Session& session, bool is_covered) const;
  void draw_stage(Ui& ui, Session& session, const Layout& layout);
  // That the picture is not of the newest text and values, or its launch not of the newest run of
  // its program; empty: it is.
  [[nodiscard]] std::string stale_words(const Session& session, Page page,
                                        const text::Texts& texts) const;
  // A row that says so above the picture, from which it takes the room. `keeps_row`: it is there
  // without words, too, so that the picture stays where it is while one types.
  void draw_stale(Ui& ui, const std::string& words, bool keeps_row, Rect& area);
  void dim_beside_picture(Ui& ui, const Session& session, const Layout& layout);
  void draw_waiting(Ui& ui, Session& session, const Waiting& waiting, const Press& stop);
  void draw_program(Ui& ui, const Waiting& running, const Press& stop);
  void draw_notice(Ui& ui, const Session& session, const Layout& layout);
  void draw_frame_times(Ui& ui);
  void tell_news(const Session& session);
  [[nodiscard]] std::vector<StatusBar::Source> sources_of(Ui& ui, const Session& session) const;

  void press_key(const Binding& binding, Ui& ui, Session& session);
  [[nodiscard]] bool step_keeps_variant(const Session& session) const;
  void press_view_key(const Binding& binding, Ui& ui, Session& session);
  void press_times(const Binding& binding, Session& session);
  void press_guide(const Binding& binding, Ui& ui, Session& session);
  void press_settings(const Binding& binding, Session& session);
  [[nodiscard]] bool can_edit(const Session& session) const;
  void edit_kernel(int line, Session& session);
  void edit_own_copy(Session& session);
  [[nodiscard]] bool shows_editor(const Session& session) const;
  void press_export(const Binding& binding, const Session& session);
  void close_uppermost(Ui& ui, Session& session);
  [[nodiscard]] ExportOffer offer(const Session& session) const;

  Host host_;
  TopBar top_;
  MessagePanel message_;
  CodePanel code_;
  EditorPanel editor_;
  StripPanel strip_;
  CountsPanel counts_;
  StagePanel stage_;
  StatusBar status_;
  Pages pages_;
  Lists lists_;
  GuideMode guide_;
  LectureMode lecture_;
  RecentStore* recent_ = nullptr;
  std::optional<EnteredLesson> entered_;  // until something is done there
  std::vector<Page> tabs_;                // pages that the strip names, in the last frame
  Page tab_shown_ = Page::stage;          // likewise: the stage where none names the page
  std::string reported_absence_;
  std::string program_;  // that runs
  NoticeLife notice_life_;
  bool notice_lies_over_ = false;  // in the last frame, the notice covered something
  int scale_before_projector_ = 100;
  const FrameMeter* meter_ = nullptr;
  bool shows_frame_times_ = false;
  bool after_digit_ = false;  // the last key was a digit that a step of the guide has no use for
};

}  // namespace lanescope::app
