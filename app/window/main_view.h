// The content of the whole window for one frame, and the actions of its keys. Uses the panels; does
// not depend on GLFW or GL.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/figures/beside.h"
#include "app/session/course/course.h"
#include "app/session/session.h"
#include "app/window/lecture_mode.h"
#include "app/window/page_panels.h"
#include "app/window/panels/bars/export_menu.h"
#include "app/window/panels/bars/status_bar.h"
#include "app/window/panels/bars/top_bar.h"
#include "app/window/panels/base/message_panel.h"
#include "app/window/panels/base/overlay.h"
#include "app/window/panels/guide/course_map.h"
#include "app/window/panels/guide/course_shelf.h"
#include "app/window/panels/guide/guide_panel.h"
#include "app/window/panels/kernel/branches_panel.h"
#include "app/window/panels/kernel/code_panel.h"
#include "app/window/panels/kernel/counts_panel.h"
#include "app/window/panels/kernel/sites_panel.h"
#include "app/window/panels/kernel/stage_panel.h"
#include "app/window/panels/kernel/strip_panel.h"
#include "app/window/toolkit/frame_meter.h"
#include "app/window/toolkit/keys.h"
#include "app/window/toolkit/layout.h"
#include "app/window/toolkit/ui.h"

namespace lanescope::app {

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
    std::function<void(const ExportWish&)> take_out{};
  };

  explicit MainView(Host host) : host_(std::move(host)) {}

  // Enables the guide of the session's lesson. All three must outlive the view.
  void lead_by(Course& course, ProgressStore& progress, CourseShelf& shelf) {
    course_ = &course;
    progress_ = &progress;
    shelf_ = &shelf;
  }
  // Enables lectures. `host`: actions that only the window can do. The lecture must outlive the
  // view.
  void lecture_by(Lecture& lecture, LectureMode::Host host = {}) {
    lecture_.lecture = &lecture;
    lecture_.host = std::move(host);
  }
  void begin_lecture(const Session& session, DeckPtr deck, std::size_t index = 0);
  [[nodiscard]] bool lecturing() const { return lecture_.on(); }
  [[nodiscard]] const LectureMode& lecture() const { return lecture_; }
  // True if the lecture used the key.
  bool lecture_key(LectureKey key, Ui& ui);
  // Reveals the answer, or goes on to the next of several questions.
  void reveal() { lecture_.panel.reveal(*lecture_.lecture); }
  // Device pixels per unit.
  [[nodiscard]] float scale_for(int width, int height, const Settings& settings,
                                float content_scale) const;
  // Enables the maps of the whole launch. `maps` must outlive the view.
  void map_by(LaunchMaps& maps) {
    pages_.map.show(maps);
    launch_maps_ = &maps;
  }
  // The meter that Ctrl+D shows. It must outlive the view.
  void measure_by(const FrameMeter& meter) { meter_ = &meter; }
  // Enables comparisons. `comparison` must outlive the view.
  void compare_by(Comparison& comparison) { pages_.compare.compare_by(comparison); }
  // The very first start of the program: offers the first lesson.
  void welcome() { is_newcomer_ = true; }

  // Call inside an ImGui frame, in a window that covers everything. `waiting_s`: seconds since the
  // present run began.
  void draw(Ui& ui, Session& session, double waiting_s);
  void press(const Binding& binding, Ui& ui, Session& session);
  // True if the key was used for an answer or a filter.
  bool answer_key(const AnswerKey& key, Ui& ui, Session& session);
  // Advances animations and players. Returns the seconds until the next step, if there is one.
  std::optional<double> advance(Session& session, double now_s);
  // A picture is gliding to its next state.
  [[nodiscard]] bool moving() const;
  // Ends all animations at once.
  void rest();
  // A held PAD key waits until the animation and the run that it started have ended.
  [[nodiscard]] bool waits_with(const Binding& binding, const Session& session) const;
  [[nodiscard]] const StagePanel& stage() const { return stage_; }
  // Takes over results that were computed for a page. True if anything shown changed.
  bool update(Session& session) { return pages_.steps.follower().update(session, steps_seen_); }
  // A result for the page shown is being computed.
  [[nodiscard]] bool busy() const { return steps_seen_ && pages_.steps.follower().busy(); }

  // False: hides everything that differs from run to run.
  void show_times(bool shown) {
    top_.show_times(shown);
    status_.show_times(shown);
  }
  void say(std::string notice) { status_.say(std::move(notice)); }
  [[nodiscard]] const std::string& notice() const { return status_.notice(); }
  // Text is being entered: keys that write a character are not commands.
  [[nodiscard]] bool typing() const { return editing() || overlay_ == Overlay::lessons; }
  // The text field of a number is open.
  [[nodiscard]] bool editing() const { return top_.editing() || pages_.index.editing(); }
  // The lessons are being filtered: keys that move through the list still work as commands.
  [[nodiscard]] bool filtering() const { return overlay_ == Overlay::lessons; }
  [[nodiscard]] Overlay overlay() const { return overlay_; }
  [[nodiscard]] const MessagePanel& message() const { return message_; }
  [[nodiscard]] Page page() const { return page_; }
  // Opens the page that a view requests, at the step that it names.
  void open_view(const ViewRequest& view);
  [[nodiscard]] const IndexPanel& index() const { return pages_.index; }
  [[nodiscard]] const ComparePanel& compare() const { return pages_.compare; }
  // How the guide is shown, and whether a question hides the results.
  [[nodiscard]] GuideShow guide_show(const Session& session) const;
  [[nodiscard]] bool covered(const Session& session) const;
  [[nodiscard]] const Course* course() const { return guiding(); }
  [[nodiscard]] const AnswerDraft& draft() const { return guide_.draft(); }
  [[nodiscard]] const CourseMap& map() const { return map_; }
  [[nodiscard]] bool offers_first() const { return is_newcomer_; }
  [[nodiscard]] StepsPanel& steps() { return pages_.steps; }
  [[nodiscard]] const StepsPanel& steps() const { return pages_.steps; }
  [[nodiscard]] SweepPanel& sweep() { return pages_.sweep; }
  [[nodiscard]] const SweepPanel& sweep() const { return pages_.sweep; }
  // The area of the page shown, in the last frame, and what it shows (none: a page with pictures
  // only).
  [[nodiscard]] const Rect& view_area() const { return view_area_; }
  [[nodiscard]] const std::optional<What>& view_what() const { return view_what_; }
  [[nodiscard]] const MapPanel& maps() const { return pages_.map; }
  [[nodiscard]] Beside beside() const {
    return {launch_maps_, pages_.compare.comparison(), &pages_.steps.follower()};
  }
  // Times are shown, on their page or below the stage.
  [[nodiscard]] bool times_seen() const { return times_seen_; }

 private:
  // The course whose steps and questions are shown: the learner's or that of a lecture's scene.
  // nullptr if there is none.
  [[nodiscard]] Course* guiding() const {
    return lecturing() ? lecture_.lecture->course() : course_;
  }
  void toggle_lecture(Session& session);
  void leave_lecture(Session& session);
  void open_decks(const Session& session);
  void press_lecture(const Binding& binding, Session& session);
  void press_guide_in_lecture(const Binding& binding);
  void scroll_words(float steps);
  void follow_lecture(Session& session);
  void show_view(const ViewRequest& view);
  bool draw_lecture_stage(Ui& ui, const Session& session, const Rect& area);
  Layout draw_lecture(Ui& ui, const Session& session, const LayoutInput& input);
  void draw_spotlight(Ui& ui, const Layout& layout);
  void save_scene(const Session& session);
  [[nodiscard]] ViewRequest present_view(const Session& session) const;
  [[nodiscard]] std::vector<std::string> lost_in_scene(const Session& session,
                                                       const ViewRequest& page) const;
  void draw_panels(Ui& ui, Session& session);
  void draw_pages(Ui& ui, const Session& session, const Rect& row);
  void draw_table(Ui& ui, Session& session, const Rect& area);
  // Shows a page in place of the stage, or returns to the one before.
  void toggle_page(Page page);
  void bring_times();
  void tell_of_measuring(const Session& session);
  void tell_of_guide(const Session& session);
  void draw_guide(Ui& ui, Session& session, const Layout& layout);
  void draw_stage(Ui& ui, Session& session, const Layout& layout);
  void draw_map(Ui& ui, Session& session);
  void follow_step(Session& session, bool single_page);
  void check_exercise(const Session& session);
  void show_guide(Session& session, bool shown);
  void begin_lesson(Session& session, const std::string& lesson);
  void open_own_copy(const Session& session);
  void press_guide(const Binding& binding, Session& session);
  [[nodiscard]] bool asks(const Session& session) const;
  // The question with this name; empty: the open question.
  [[nodiscard]] std::optional<AskedQuestion> asked(const std::string& question) const;
  [[nodiscard]] std::vector<StatusBar::Source> sources_of(Ui& ui, const Session& session) const;
  void draw_waiting(Ui& ui, const Session& session, double waiting_s);
  void draw_overlay(Ui& ui, Session& session);
  void draw_frame_times(Ui& ui);
  void carry_out(Ui& ui, Session& session);
  void open(Overlay overlay, Session& session);
  void open_lessons(const Session& session);
  void open_variants(const Session& session);
  void open_checks(const Session& session, std::size_t chosen);
  void open_recordings(const Session& session);
  void open_gpus(const Session& session);
  void open_machines(const Session& session);
  void choose_from_menu(Session& session, std::size_t index);
  bool press_in_map(const Binding& binding, Session& session);
  bool press_in_menu(const Binding& binding, Session& session);
  void close_uppermost(Ui& ui, Session& session);
  void press_key(const Binding& binding, Ui& ui, Session& session);
  void press_look(const Binding& binding, Ui& ui, Session& session);
  void press_times(const Binding& binding, Session& session);
  void press_sweep(Session& session);
  void press_compare(const Binding& binding, Ui& ui, Session& session);
  void press_settings(const Binding& binding, Session& session);
  void press_export(const Binding& binding, const Session& session);
  [[nodiscard]] ExportOffer offer(const Session& session) const;
  void show_export(const Session& session, std::size_t chosen);
  void choose_export(const Session& session, std::size_t index);
  bool back_in_export(const Session& session);
  void note_view(const Layout& layout, Page page);

  Host host_;
  TopBar top_;
  CodePanel code_;
  StripPanel strip_;
  CountsPanel counts_;
  StagePanel stage_;
  SitesPanel sites_;
  BranchesPanel branches_;
  PagePanels pages_;
  LaunchMaps* launch_maps_ = nullptr;
  MessagePanel message_;
  StatusBar status_;
  LectureMode lecture_;
  Menu menu_;
  std::vector<std::string> menu_machines_;
  ExportMenu export_menu_;
  Rect view_area_;
  std::optional<What> view_what_;
  GuidePanel guide_;
  CourseMap map_;
  Course* course_ = nullptr;
  ProgressStore* progress_ = nullptr;
  CourseShelf* shelf_ = nullptr;
  bool is_newcomer_ = false;
  std::string step_;  // lesson and step in the last frame
  bool was_covered_ = false;
  OutcomePtr checked_;  // the outcome that the exercise was last checked with
  std::string told_progress_, told_guide_;
  Rect stage_area_;       // in the last frame
  std::string language_;  // language of the menu's entries
  Overlay overlay_ = Overlay::none;
  Page page_ = Page::stage;
  Page page_before_ = Page::stage;
  bool table_shows_times_ = false;
  bool has_table_ = false;  // in the last frame
  bool times_seen_ = false;
  bool index_seen_ = false;  // in the last frame
  bool sweep_seen_ = false;
  bool compare_seen_ = false;
  bool steps_seen_ = false;
  bool maps_seen_ = false;
  bool gpus_wanted_ = false;  // open the list of GPUs once it is known
  std::string told_absence_;
  int scale_before_projector_ = 100;
  const FrameMeter* meter_ = nullptr;
  bool shows_frame_times_ = false;
};

}  // namespace lanescope::app
