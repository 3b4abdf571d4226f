#include "app/window/panels/guide/answer_draft.h"

#include <algorithm>
#include <utility>

#include "sim/text/number.h"
#include "viz/picture/access/question_view.h"

namespace lanescope::app {
namespace {

using lesson::QuestionKind;

constexpr std::size_t max_digits = 12;
constexpr int steps_of_a_size = 10;  // of a held button, before they grow

// The next multiple of `size` in that direction.
std::int64_t next_multiple(std::int64_t number, std::int64_t size, int direction) {
  const std::int64_t beyond = ((number % size) + size) % size;
  if (direction > 0) return number - beyond + size;
  return beyond == 0 ? number - size : number - beyond;
}

}  // namespace

void AnswerDraft::follow(const std::string& lesson_id, const std::string& question_name,
                         const Answer& first) {
  if (lesson == lesson_id && question == question_name) return;
  *this = {};
  lesson = lesson_id;
  question = question_name;
  typed = first.number ? std::to_string(*first.number) : std::string();
  selected = first.number.has_value();
  choice = first.choice;
  marks = first.marks;
}

Answer AnswerDraft::answer(QuestionKind kind) const {
  Answer given;
  switch (kind) {
    case QuestionKind::number:
      given.number = whole_number<std::int64_t>(typed);
      break;
    case QuestionKind::choice:
      given.choice = choice;
      break;
    case QuestionKind::sectors:
    case QuestionKind::banks:
      given.marks = marks;
      break;
  }
  return given;
}

void AnswerDraft::toggle(int mark) {
  const auto at = std::lower_bound(marks.begin(), marks.end(), mark);
  if (at != marks.end() && *at == mark) {
    marks.erase(at);
  } else {
    marks.insert(at, mark);
  }
  cursor = mark;
  refusal = Refusal::none;
}

void AnswerDraft::move(const lesson::Question& asked, int direction) {
  const std::optional<std::int64_t> now = whole_number<std::int64_t>(typed);
  const std::int64_t size = held < steps_of_a_size ? 1 : held < 2 * steps_of_a_size ? 10 : 100;
  ++held;
  std::int64_t next = now ? next_multiple(*now, size, direction)
                          : std::max(direction, 0);  // an empty field counts as 0
  if (asked.max) next = std::min(next, *asked.max);
  if (asked.min) next = std::max(next, *asked.min);
  typed = std::to_string(next);
  selected = true;
  refusal = Refusal::none;
}

bool AnswerDraft::press(const AnswerKey& key, const AskedQuestion& asked, int per_row) {
  using Kind = AnswerKey::Kind;
  const lesson::Question& wanted = *asked.question;
  switch (wanted.kind) {
    case QuestionKind::number:
      if (key.kind == Kind::select_all) {
        selected = true;
        return true;
      }
      if (key.kind != Kind::digit && key.kind != Kind::minus && key.kind != Kind::erase)
        return false;
      if (std::exchange(selected, false)) typed.clear();
      if (key.kind == Kind::digit && typed.size() < max_digits) {
        typed = typed == "0" ? std::to_string(key.value) : typed + std::to_string(key.value);
      } else if (key.kind == Kind::minus && typed.empty()) {
        typed = "-";
      } else if (key.kind == Kind::erase && !typed.empty()) {
        typed.pop_back();
      }
      refusal = Refusal::none;
      return true;
    case QuestionKind::choice:
      if (key.kind != Kind::letter) return false;
      if (static_cast<std::size_t>(key.value) < wanted.choices.size()) {
        choice = wanted.choices[static_cast<std::size_t>(key.value)].name;
        refusal = Refusal::none;
      }
      return true;
    case QuestionKind::sectors:
    case QuestionKind::banks:
      if (key.kind == Kind::move) {
        cursor = picture::moved_cursor(cursor, key.right, key.down, per_row, asked.canvas.marks());
        return true;
      }
      if (key.kind == Kind::mark && asked.canvas.marks() > 0) {
        toggle(cursor.value_or(0));
        return true;
      }
      return key.kind == Kind::mark;
  }
  return false;
}

}  // namespace lanescope::app
