// An open question on the stage: what it asks, the controls or the picture that answer it, the hint
// after a wrong first try, and its buttons.
#pragma once

#include <string>

#include "app/session/session.h"
#include "app/window/panels/guide/answer_draft.h"
#include "app/window/panels/guide/question_layout.h"
#include "app/window/panels/guide/text_column.h"

namespace lanescope::app {

class QuestionSheet {
 public:
  struct Input {
    const Session& session;
    const Course& course;
    const AskedQuestion& asked;
    std::size_t number = 1, total = 1;  // of the step's questions
    AnswerDraft& draft;
    bool has_beside = false;  // the answer to an earlier question may be seen
    // The question before was not answered rightly: says where its solution stands.
    bool after_wrong = false;
  };
  struct Drawn {
    bool answer = false, skip = false;  // pressed
    Rect beside;  // for the earlier answer; empty: there is none, or no room for it
  };
  Drawn draw(Ui& ui, const Input& input, const Rect& stage);

  // The picture to mark in, in the last frame.
  [[nodiscard]] const Rect& picture() const { return picture_; }

 private:
  void follow(Ui& ui, const Input& input, const QuestionLayout& layout);
  bool choices(Ui& ui, const Input& input, const QuestionLayout& layout, float x, float y);

  TextColumn flow_;
  Rect picture_;
  // In the last frame.
  Rect field_;  // of a number; empty: none is asked for
  std::string question_, choice_;
  bool hinted_ = false;
};

// What the open question says, in the user's language.
[[nodiscard]] QuestionWords words_of(const QuestionSheet::Input& input, const text::Texts& texts);

}  // namespace lanescope::app
