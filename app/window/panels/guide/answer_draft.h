// The learner's draft answer: what has been typed, chosen or marked so far. Needs no window.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/session/course.h"
#include "app/window/toolkit/keys.h"

namespace lanescope::app {

struct AnswerDraft {
  std::string lesson, question;  // the question that this draft answers
  std::string typed;             // for a number question
  std::string choice;
  std::vector<int> marks;      // ascending
  std::optional<int> cursor;   // keyboard cursor in the blank picture
  std::size_t first_line = 0;  // number of the top visible line, if the marks are made on lines
  Refusal refusal = Refusal::none;
  // The whole number is selected: the next digit replaces it, Backspace clears it.
  bool selected = false;
  int held = 0;  // how many steps the pressed button has made
  bool operator==(const AnswerDraft&) const = default;

  // Starts a new draft if the question has changed: `first`, the wrong first try, or an empty one.
  void follow(const std::string& lesson_id, const std::string& question_name,
              const Answer& first = {});
  [[nodiscard]] Answer answer(lesson::QuestionKind kind) const;
  void toggle(int mark);
  // Increments or decrements the number within its range. An empty field counts as 0. Of a button
  // that stays pressed, later steps go to the next multiple of 10, then of 100.
  void move(const lesson::Question& question, int direction);
  void release() { held = 0; }
  // True if this question uses the key. The caller handles Kind::answer. `per_row`: marks per row
  // of the picture.
  bool press(const AnswerKey& key, const AskedQuestion& asked, int per_row);
};

}  // namespace lanescope::app
