// The guide of the lesson in the window: its panel, its question in place of the stage, the pages
// that its steps open, and its keys. During a lecture the deck leads instead (lecture_mode.h).
#pragma once

#include <optional>
#include <string>

#include "app/session/course/course.h"
#include "app/session/session.h"
#include "app/window/pages.h"
#include "app/window/panels/guide/course_loader.h"
#include "app/window/panels/guide/guide_panel.h"
#include "app/window/toolkit/keys.h"
#include "app/window/toolkit/layout.h"
#include "app/window/toolkit/ui.h"

namespace lanescope::app {

class GuideView {
 public:
  // Enables guides. All must outlive this.
  void use(Course& course, ProgressStore& progress, CourseLoader& course_loader) {
    course_ = &course;
    progress_ = &progress;
    course_loader_ = &course_loader;
  }
  // The very first start of the program: offers the first lesson.
  void welcome() { is_newcomer_ = true; }
  [[nodiscard]] bool offers_first() const { return is_newcomer_; }

  // The learner's course; nullptr: no guides.
  [[nodiscard]] Course* course() const { return course_; }
  [[nodiscard]] const AnswerDraft& draft() const { return panel_.draft(); }
  [[nodiscard]] GuideShow show(const Session& session) const;
  // An open question hides the results.
  [[nodiscard]] bool covered(const Session& session) const;

  // The course's problems that have not been told yet; empty if there are none.
  [[nodiscard]] std::string news(const Session& session);
  // Follows the course to a new step. The step's page opens once no question hides it.
  void follow_step(Session& session, Pages& pages, bool single_page);
  // Checks the exercise with the newest run.
  void check_exercise(const Session& session);
  void draw(Ui& ui, Session& session, const Layout& layout);
  // Draws the open question, or the answer with its marks, in place of the stage. False: neither.
  bool draw_question(Ui& ui, Session& session, const Layout& layout);

  // Steps, scrolls and answers. `stage`: area of the stage.
  void press(const Binding& binding, Session& session);
  bool answer_key(const AnswerKey& key, Ui& ui, const Session& session, const Rect& stage);

  void set_shown(Session& session, bool shown);
  // `begins`: with the first step of its guide.
  void choose_lesson(Session& session, const std::string& lesson, bool begins);
  void reset_progress();
  // Opens the learner's own copy of the kernel. Returns what to tell the user.
  [[nodiscard]] std::string open_own_copy(const Session& session);
  // Puts the copy aside and returns to the lesson as shipped. What went wrong, or empty.
  [[nodiscard]] std::string reset_own_copy();

 private:
  GuidePanel panel_;
  Course* course_ = nullptr;
  ProgressStore* progress_ = nullptr;
  CourseLoader* course_loader_ = nullptr;
  bool is_newcomer_ = false;
  std::string step_;  // lesson and step in the last frame
  bool was_covered_ = false;
  OutcomePtr checked_;  // the outcome that the exercise was last checked with
  std::string reported_progress_problem_, reported_guide_problem_;
};

}  // namespace lanescope::app
