// The guide of a lesson: progress, the step's text and answered questions, the exercise. Before the
// lesson has begun: what it offers.
#pragma once

#include <map>
#include <string>
#include <utility>

#include "app/session/course.h"
#include "app/window/panels/guide/answer_draft.h"
#include "app/window/panels/guide/course_loader.h"
#include "app/window/panels/guide/text_column.h"
#include "app/window/toolkit/layout.h"

namespace lanescope::app {

// --- the exercise at the end of a lesson: the task, its goals with progress, and the learner's own
// copy of the kernel ---

// The file that the learner changes.
struct OwnFile {
  std::string path;     // empty: there can be none
  bool exists = false;  // false: it is made when it is opened
  std::string absence;  // why there can be none
  std::string trouble;  // why no editor has opened it; empty: nothing went wrong, or it was mended
  bool has_editor = true;  // false: none has opened a file; the path is what helps
};

struct ExerciseInput {
  const OwnFile& file;
  bool is_new = false;    // the grade was not shown before
  bool is_stale = false;  // the newest text did not run: the grade is of the one before
};

// Draws the exercise. What is pressed is asked of the window.
void draw_exercise(Ui& ui, TextColumn& flow, Course& course, const ExerciseInput& input);

// The exercise is not done as the learner's file is now.
[[nodiscard]] bool is_open(const Course& course);

// --- the guide ---

// In the user's language.
[[nodiscard]] std::string lesson_title(const Ui& ui, const Session& session);
// Steps and exercise together.
[[nodiscard]] std::size_t positions(const Course& course);
// Marks, at the right end, that part of the text is not translated; returns the width used.
float draw_untranslated(Ui& ui, const Course& course, float right, float middle);

class GuidePanel {
 public:
  struct Input {
    Session& session;
    Course& course;
    const CourseLoader& course_loader;
    GuideDisplay show = GuideDisplay::led;
    bool points_at_padding = false;      // the offer says which switch to press
    bool tried_padding = false;          // and it was pressed
    bool question_is_elsewhere = false;  // the open question is on another page
    bool page_takes_enter = false;       // so Enter does not go on
    OwnFile own_file{};                  // at the exercise
  };
  // An empty area: follows the course, and draws nothing.
  void draw(Ui& ui, const Input& input, const Rect& area);

  [[nodiscard]] AnswerDraft& draft() { return draft_; }
  [[nodiscard]] const AnswerDraft& draft() const { return draft_; }
  // After a question has been answered: show the marks instead of the stage's own picture.
  [[nodiscard]] bool compares() const { return compares_; }
  [[nodiscard]] const std::string& compared() const { return compared_; }  // name of the question
  void answer(Course& course);
  void skip(Course& course);
  // The step was opened from the list of questions to do again: its button leads back there.
  void come_from_review() { comes_from_review_ = true; }
  [[nodiscard]] bool reviews() const { return reviews_; }
  void scroll_by(float steps) { flow_.scroll_by(steps); }
  [[nodiscard]] float scrolled() const { return flow_.scrolled(); }  // pixels
  // A question is open, and without the guide its answer would be in sight: asks first. False: it
  // has asked already.
  bool ask_before_hiding() {
    return std::exchange(confirms_, confirms_ == Confirm::hide ? Confirm::none : Confirm::hide) !=
           Confirm::hide;
  }

 private:
  // What is done only after a second press, on a button that takes the footer's place.
  enum class Confirm : std::uint8_t { none, restart, explore, hide };
  // Parts, from top to bottom.
  float header(Ui& ui, const Input& input, const Rect& area);
  void dots(Ui& ui, const Input& input, const Rect& row);
  void body(Ui& ui, const Input& input, const Rect& area);
  [[nodiscard]] float own_values(Ui& ui, const Input& input, const Rect& area);
  void draw_step(Ui& ui, const Input& input);
  void questions(Ui& ui, const Input& input);
  void review(Ui& ui, const Input& input);
  void footer(Ui& ui, const Input& input, const Rect& row);
  void primary(Ui& ui, const Input& input, const Rect& row);
  void confirm(Ui& ui, const Input& input, const Rect& row);
  void offer(Ui& ui, const Input& input, const Rect& area);
  void follow(const Input& input);

  TextColumn flow_;
  AnswerDraft draft_;
  std::string at_;                               // lesson and step of the text shown
  std::map<std::string, QuestionState> states_;  // of the step's questions, in the last frame
  bool compares_ = true;
  std::string compared_;
  Confirm confirms_ = Confirm::none;
  bool comes_from_review_ = false;  // until the step is shown
  bool reviews_ = false;
  GradePtr seen_grade_;  // the exercise's, in the last frame
};

}  // namespace lanescope::app
