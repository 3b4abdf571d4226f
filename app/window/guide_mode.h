// The guide of the lesson in the window: its panel, its question in place of the stage, the pages
// that its steps open, and its keys. During a lecture the deck leads instead (lecture_mode.h).
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "app/figures/launch_maps.h"
#include "app/session/course.h"
#include "app/session/course/named_lines.h"
#include "app/session/session.h"
#include "app/window/pages.h"
#include "app/window/panels/guide/course_loader.h"
#include "app/window/panels/guide/guide_panel.h"
#include "app/window/panels/guide/question_sheet.h"
#include "app/window/toolkit/keys.h"
#include "app/window/toolkit/layout.h"
#include "app/window/toolkit/open_file.h"
#include "app/window/toolkit/ui.h"

namespace lanescope::app {

class GuideMode {
 public:
  // Enables guides. All must outlive this.
  void use(Course& course, ProgressStore& progress, CourseLoader& course_loader) {
    course_ = &course;
    progress_ = &progress;
    course_loader_ = &course_loader;
  }
  // `wake`: wakes the window; called on any thread, may be empty.
  void use_wake(std::function<void()> wake);
  ~GuideMode();
  GuideMode() = default;
  GuideMode(const GuideMode&) = delete;
  GuideMode& operator=(const GuideMode&) = delete;

  // Points at the padding that the lesson's conflict is cured with, until it is switched on.
  void point_at_padding() { points_at_padding_ = true; }
  [[nodiscard]] bool points_at_padding() const { return points_at_padding_; }

  // Enter belongs to the page now, so the main button must not promise it.
  void leave_enter_to_page(bool leaves) { page_takes_enter_ = leaves; }

  // The learner's course; nullptr: no guides.
  [[nodiscard]] Course* course() const { return course_; }
  [[nodiscard]] const AnswerDraft& draft() const { return panel_.draft(); }
  [[nodiscard]] float scrolled() const { return panel_.scrolled(); }  // pixels
  // Why no editor has opened the exercise's file, as its box says; empty: nothing went wrong.
  [[nodiscard]] const std::string& file_trouble() const { return file_trouble_; }
  [[nodiscard]] GuideDisplay display(const Session& session) const;
  // There is a guide, and the user has hidden it for this step.
  [[nodiscard]] bool hidden(const Session& session) const;
  // An open question hides the results.
  [[nodiscard]] bool covered(const Session& session) const;

  // The course's problems that have not been told yet; empty if there are none.
  [[nodiscard]] std::string news(const Session& session);
  // An editor has failed since; news() tells it.
  [[nodiscard]] bool has_news() const;
  // Follows the course to a new step. The step's page opens once no question hides it.
  void follow_step(Session& session, Pages& pages, bool single_page);
  // What the open step names in the code; empty until the step's run is shown.
  [[nodiscard]] const NamedCode& named_code() const { return named_code_; }
  // Checks the exercise with the newest run.
  void check_exercise(const Session& session);
  // Hands the maps where the exercise's arrays differ.
  void mark_differences(LaunchMaps& maps) const;
  void draw(Ui& ui, Session& session, const Layout& layout);
  // Draws the open question, or the answer with its marks, on the stage. Call after draw(). Returns
  // the part of the stage that is left for its own picture; empty: none.
  Rect draw_question(Ui& ui, Session& session, const Layout& layout);

  // Steps, scrolls and answers.
  void press(const Binding& binding, Ui& ui, Session& session);
  bool answer_key(const AnswerKey& key, Ui& ui, const Session& session);

  // While a question is open, the guide is not hidden at once: it asks whether the answer shall be
  // seen. True: it has asked just now.
  [[nodiscard]] bool asks_before_hiding(Ui& ui, const Session& session);
  // Hides the guide until the next step or lesson, or shows it again.
  void set_shown(const Session& session, bool shown);
  // The guide's main button by Enter: goes on to the next step, at last to the exercise, or back to
  // the list of questions to do again.
  void go_on(Ui& ui, const Session& session);
  // Opens the step of that question, and asks it again.
  void ask_again(Session& session, const std::string& lesson, const std::string& question);
  // `begins`: with its guide, at the step last reached, or at the first one.
  void choose_lesson(Session& session, const std::string& lesson, bool begins,
                     bool at_first_step = false);
  void reset_progress();
  // Opens the learner's own copy of the kernel in the window, and in the editor or as a path on the
  // clipboard. Returns what to tell the user.
  [[nodiscard]] std::string open_own_copy(const Session& session, OpenOwnCopy::To to);
  // Opens any file in the user's editor. Nullopt: it was started; should it end with an error, the
  // news says so.
  [[nodiscard]] std::optional<EditorFailure> start_editor(const std::filesystem::path& file);
  // Puts the copy aside and returns to the lesson as shipped. What to tell the user: where it is
  // now, or what went wrong; empty: there was none.
  [[nodiscard]] std::string reset_own_copy(const Session& session);

 private:
  // Lesson and step, such as "offset/2"; before the lesson has begun, "offset/".
  [[nodiscard]] std::string position(const Session& session) const;
  Rect draw_open(Ui& ui, Session& session, const Layout& layout);
  void answer(Ui& ui);
  void skip(Ui& ui);
  void show_verdict(Ui& ui, const lesson::Question* asked) const;
  // The text of the step and of its questions, or of the exercise.
  [[nodiscard]] std::string step_text(std::string_view language) const;

  GuidePanel panel_;
  QuestionSheet sheet_;
  Course* course_ = nullptr;
  ProgressStore* progress_ = nullptr;
  CourseLoader* course_loader_ = nullptr;
  [[nodiscard]] const OwnFile& own_file(const Session& session);

  bool page_takes_enter_ = false;
  bool points_at_padding_ = false;
  bool tried_padding_ = false;
  OwnFile own_file_;
  // The last; until the next try, or until the file is saved after it.
  std::optional<EditorFailure> editor_failure_;
  bool editor_failed_ = false;  // the last time; a file saved since tells nothing of this editor
  std::filesystem::file_time_type file_at_failure_;
  std::string file_trouble_;  // as the exercise shows it
  std::string own_file_key_;
  std::string hidden_at_;      // the place at which the user has hidden the guide; empty: nowhere
  std::string last_position_;  // lesson and step in the last frame
  NamedCode named_code_;
  bool was_covered_ = false;
  bool asks_here_ = false;    // the open question is on the screen
  bool single_page_ = false;  // guide and stage are not seen together
  OutcomePtr checked_;        // the outcome that the exercise was last checked with
  std::string reported_progress_problem_, reported_guide_problem_;
  // What an editor that ended with an error has left, from another thread.
  struct EditorReport {
    std::mutex mutex;
    std::optional<EditorFailure> failure;
    std::function<void()> wake;  // empty once the window is gone
  };
  std::shared_ptr<EditorReport> editor_report_ = std::make_shared<EditorReport>();
};

}  // namespace lanescope::app
