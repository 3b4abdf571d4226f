// The lesson's guide: where one stands, what the step says and asks, the exercise. Or, before it is
// begun, what the lesson offers.
#pragma once

#include <map>
#include <string>
#include <utility>

#include "app/window/course_shelf.h"
#include "app/window/layout.h"
#include "app/window/panels/answer_draft.h"
#include "app/window/panels/guide_flow.h"

namespace lanescope::app {

class GuidePanel {
 public:
  struct Input {
    Session& session;
    Course& course;
    const CourseShelf& shelf;
    GuideShow show = GuideShow::led;
    bool is_newcomer = false;           // the first start: the first lesson is offered
    bool picture_is_elsewhere = false;  // it has a page of its own
    std::string own_copy{};             // the path of the learner's kernel, where that is shown
  };
  void draw(Ui& ui, const Input& input, const Rect& area);

  // What only the window can do.
  struct Wishes {
    bool hide = false, lessons = false, own_copy = false, picture = false;
    bool shipped = false;  // the own copy put aside, the lesson as it was shipped
    std::string lesson{};  // to be begun
  };
  [[nodiscard]] Wishes take_wishes() { return std::exchange(wishes_, {}); }

  [[nodiscard]] AnswerDraft& draft() { return draft_; }
  [[nodiscard]] const AnswerDraft& draft() const { return draft_; }
  // Brings the open question into view where it stands below what is seen of the text: for a key
  // that answers it, or for an answer that was refused.
  void show_question() { to_question_ = to_question_ || question_is_below_; }
  // Of an answered question, the marks rather than the stage's own picture.
  [[nodiscard]] bool compares() const { return compares_; }
  [[nodiscard]] const std::string& compared() const { return compared_; }  // which question
  void answer(Course& course);
  void skip(Course& course);
  void scroll_by(float steps) { flow_.scroll_by(steps); }

 private:
  // The parts, from the top down.
  float header(Ui& ui, const Input& input, const Rect& area);
  void dots(Ui& ui, const Input& input, const Rect& row);
  void body(Ui& ui, const Input& input, const Rect& area);
  void step(Ui& ui, const Input& input);
  void questions(Ui& ui, const Input& input);
  void footer(Ui& ui, const Input& input, const Rect& row);
  void primary(Ui& ui, const Input& input, const Rect& row);
  void restart(Ui& ui, const Input& input, const Rect& row);
  void offer(Ui& ui, const Input& input, const Rect& area);
  void follow(const Input& input);

  GuideFlow flow_;
  AnswerDraft draft_;
  Wishes wishes_;
  std::string at_;                               // lesson and step that the text belongs to
  std::map<std::string, QuestionState> states_;  // of its questions, in the last frame
  bool question_is_below_ = false;               // its controls are not seen yet
  bool to_question_ = false;                     // and were asked for
  bool compares_ = true;
  std::string compared_;
  bool confirms_restart_ = false;
};

}  // namespace lanescope::app
