#include "app/session/course/uncovered.h"

#include <algorithm>
#include <set>

#include "kernels/lesson_file/expression.h"

namespace lanescope::app {
namespace {

using lesson::QuestionKind;

std::set<std::string> facts_asked_for(const lesson::Question& question) {
  std::set<std::string> names;
  const auto add = [&](const std::string& expression) {
    for (std::string& name : lesson::names_in(expression)) names.insert(std::move(name));
  };
  if (question.kind == QuestionKind::number) add(question.value.text);
  for (const lesson::Choice& choice : question.choices) add(choice.when.text);
  return names;
}

// The picture of one access shows nothing of this: times, occupancy, the size of the launch and its
// instructions, another run.
bool is_beyond_picture(const std::string& name) {
  static const std::set<std::string> beyond = {
      "cold_us",          "cold_ns", "gb_per_s",        "registers",         "shared_bytes",
      "barriers",         "blocks",  "warps_per_block", "warp_instructions", "thread_instructions",
      "threads_per_block"};
  return beyond.contains(name) || name.starts_with("other.") || name.starts_with("occupancy.") ||
         name.ends_with(".requests");
}

bool picture_tells(const lesson::Question& open, const lesson::Values& parameters) {
  bool asks_beyond = false;
  for (const std::string& name : facts_asked_for(open)) {
    if (parameters.contains(name)) continue;
    if (!is_beyond_picture(name)) return true;
    asks_beyond = true;
  }
  return !asks_beyond;  // arithmetic with parameters: the picture may show its result
}

// Sectors that are marked with the right ones show how many there are and in which lines.
bool marks_tell(const lesson::Question& open, QuestionKind marked) {
  const std::set<std::string> names = facts_asked_for(open);
  const auto asks = [&](const char* name) { return names.contains(name); };
  return marked == QuestionKind::sectors ? asks("access.sectors") || asks("access.lines")
                                         : asks("access.banks");
}

bool is_marked(QuestionKind kind) {
  return kind == QuestionKind::sectors || kind == QuestionKind::banks;
}

}  // namespace

Uncovered uncovered_beside(const lesson::Question& open, QuestionKind answered,
                           const lesson::Values& parameters) {
  if (is_marked(open.kind)) return Uncovered::nothing;  // it needs its own blank picture
  if (!picture_tells(open, parameters)) return Uncovered::picture;
  return is_marked(answered) && !marks_tell(open, answered) ? Uncovered::marks : Uncovered::nothing;
}

}  // namespace lanescope::app
