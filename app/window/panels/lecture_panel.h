// What stands around the picture while a lecture is on: the scene's title and place above it, what
// is asked, and below it where the numbers come from and which values they are of.
#pragma once

#include <string>
#include <vector>

#include "app/session/lecture/lecture.h"
#include "app/window/panels/answer_draft.h"
#include "app/window/panels/guide_flow.h"
#include "app/window/panels/status_bar.h"
#include "app/window/ui.h"

namespace lanescope::app {

class LecturePanel {
 public:
  static void draw_caption(Ui& ui, const Lecture& lecture, const Rect& area);
  // `notice`: what is said for a moment, in place of the values.
  static void draw_facts(Ui& ui, const Session& session,
                         const std::vector<StatusBar::Source>& sources, const std::string& notice,
                         const Rect& area);

  // Of a scene that asks: the question, or once it is revealed what is true. Pixels; 0: nothing.
  float question_height(Ui& ui, const Lecture& lecture, float width);
  void draw_question(Ui& ui, const Lecture& lecture, const Rect& area);
  void scroll_by(float steps) { flow_.scroll_by(steps); }

  // What the presenter marked for the audience, of the open question.
  [[nodiscard]] AnswerDraft& draft() { return draft_; }
  // Shows the answer to the open question, beside what was marked; after it, the next question.
  void reveal(Lecture& lecture);
  // The question whose answer is on the screen; empty: none, or the next one is asked.
  [[nodiscard]] const std::string& revealed() const { return revealed_; }
  // Another scene, or the same again.
  void begin_scene();

 private:
  struct Words {
    std::string id, place, question, truth, why;
    std::vector<std::string> choices;
    bool open = false;
  };
  [[nodiscard]] Words words_of(const Ui& ui, const Lecture& lecture) const;
  float set(Ui& ui, const Words& words, const Rect& area, bool draws);

  GuideFlow flow_;
  AnswerDraft draft_;
  std::string revealed_;
};

}  // namespace lanescope::app
