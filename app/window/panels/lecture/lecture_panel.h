// The text around the picture during a lecture: above it the scene's title and number, and the
// question; below it where the numbers come from and the parameter values.
#pragma once

#include <string>
#include <vector>

#include "app/session/lecture/lecture.h"
#include "app/window/panels/bars/status_bar.h"
#include "app/window/panels/guide/answer_draft.h"
#include "app/window/panels/guide/text_column.h"
#include "app/window/toolkit/ui.h"

namespace lanescope::app {

class LecturePanel {
 public:
  static void draw_caption(Ui& ui, const Lecture& lecture, const Rect& area);
  // `notice`: a temporary message shown instead of the values.
  static void draw_facts(Ui& ui, const Session& session,
                         const std::vector<StatusBar::Source>& sources, const std::string& notice,
                         const Rect& area);

  // A quiet row of buttons at the right end of `area`: everything that a lecture needs from the
  // mouse. Returns its width.
  float draw_controls(Ui& ui, const Lecture& lecture, bool lit, const Rect& area) const;

  // The scene's question or, once revealed, its answer. Height in pixels; 0 if the scene asks
  // nothing.
  float question_height(Ui& ui, const Session& session, const Lecture& lecture, float width);
  // Draws what question_height() measured.
  void draw_question(Ui& ui, const Rect& area);
  void scroll_by(float steps) { flow_.scroll_by(steps); }

  // The presenter's marks for the open question, made for the audience.
  [[nodiscard]] AnswerDraft& draft() { return draft_; }
  [[nodiscard]] const AnswerDraft& draft() const { return draft_; }
  // Shows the answer to the open question next to the marks. Called again: shows the next question.
  // With nothing marked, where marks are asked for, it asks for one first, unless the caller
  // insists.
  void reveal(Lecture& lecture, bool insists);
  // From an answer to the step's next question. False: there is none, or its answer is not shown.
  bool to_next_question(const Lecture& lecture);
  // The question whose answer is shown; empty if there is none or the next question is open.
  [[nodiscard]] const std::string& revealed() const { return revealed_; }
  // The answer as it is shown: "1 wavefront"; empty: none is.
  [[nodiscard]] const std::string& answer() const { return words_.truth; }
  // Called for a new scene, and when a scene is shown again.
  void begin_scene();

 private:
  struct Words {
    std::string id, position, question, truth, why;
    std::string code;  // the declaration that the question is about; may be empty
    std::vector<std::string> choices;
    bool open = false;
    bool has_answer = false;  // to show, or to show again
  };
  // An answer is shown, and the step has a question left.
  [[nodiscard]] bool has_next_question(const Lecture& lecture) const;
  [[nodiscard]] Words words_of(const Ui& ui, const Session& session, const Lecture& lecture) const;
  // The answer, where it is short enough to begin the reason's first line; else empty.
  [[nodiscard]] static std::string lead_of(const Words& words);
  // So many whole sentences of the reason that it takes three lines, at least one: the picture
  // needs the height, and the teacher says the rest.
  void shorten_reason(Ui& ui, float width);
  // Draws the words, or only measures them. Returns the height.
  float lay_out(Ui& ui, const Rect& area, bool draws);

  Words words_;  // of this frame
  TextColumn flow_;
  AnswerDraft draft_;
  std::string revealed_;
};

}  // namespace lanescope::app
