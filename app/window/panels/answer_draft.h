// What the learner has typed, chosen or marked, until it is answered. No window in it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/session/course/course.h"
#include "app/window/keys.h"

namespace lanescope::app {

struct AnswerDraft {
  std::string lesson, question;  // whose
  std::string typed;             // number
  std::string choice;
  std::vector<int> marks;      // ascending
  std::optional<int> cursor;   // of the keyboard, on the blank picture
  std::size_t first_line = 0;  // of the lines that are marked on, the one at the top
  Refusal refusal = Refusal::none;
  bool operator==(const AnswerDraft&) const = default;

  // Begins anew where another question is asked.
  void follow(const std::string& lesson_id, const std::string& question_name);
  [[nodiscard]] Answer answer(lesson::QuestionKind kind) const;
  void toggle(int mark);
  // One more or less, within the range; an empty field begins at its least value.
  void step(const lesson::Question& question, int direction);
  // True when the key is one for that question. Kind::answer is left to the caller. `in_a_row`: of
  // the marks in the picture.
  bool press(const AnswerKey& key, const AskedQuestion& asked, int in_a_row);
};

}  // namespace lanescope::app
