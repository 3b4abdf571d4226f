// What a question asks, what was answered, and what is true. Pure functions over a finished run.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/session/course/facts.h"
#include "kernels/lesson_file/guide.h"
#include "sim/memory/machine.h"

namespace lanescope::app {

// The blank picture that sectors or banks are marked on. Marks are numbered: on lines 4 * line +
// sector, on banks by bank.
struct MarkCanvas {
  std::vector<std::uint64_t> lines;  // device addresses of 128-byte lines, ascending; or none
  int banks = 0;                     // 32, on the oldest machines 16; or none
  [[nodiscard]] int marks() const { return banks > 0 ? banks : static_cast<int>(lines.size()) * 4; }
};
// Empty when the event is none that can be marked. Where the access stays together, whole lines
// around it, so that the picture does not tell; where it is scattered, the lines that it touches.
[[nodiscard]] MarkCanvas canvas_of(lesson::QuestionKind kind, const report::Event* event,
                                   const memory::Machine& machine = {});

struct Answer {
  std::optional<std::int64_t> number;  // of a number
  std::string choice;                  // the name of a choice
  std::vector<int> marks;              // of sectors and banks; ascending, each once
  bool operator==(const Answer&) const = default;
  [[nodiscard]] bool empty() const { return !number && choice.empty() && marks.empty(); }
};

// `is_known` false: it depends on a fact that is not known on this machine.
struct Truth {
  bool is_known = false;
  Answer answer;
};

// What a question is judged by: one run, or two.
struct Asked {
  const lesson::Question& question;
  const Facts& facts;  // those of the second run in it, too
  const FactNames& names;
  const report::Event* event = nullptr;  // the chosen access: of sectors and banks
  memory::Machine machine{};             // that it was priced on
};
// The error says what is wrong with the question: an expression, no choice or several that hold, no
// access to mark.
[[nodiscard]] tl::expected<Truth, std::string> truth_of(const Asked& asked);

// Why an answer is not taken: nothing is lost, the question stays open.
enum class Refusal : std::uint8_t {
  none,
  nothing_asked,  // no question is open
  empty,          // nothing was typed, chosen or marked
  out_of_range,   // of min and max, or beyond the canvas
  unknown_choice,
  running,     // the step's run, or the second one, is under way
  run_failed,  // and has no result: skip the question, or mend the lesson
  broken,      // the question itself is wrong: its lesson's fault; skip it
};
// Of the texts that the window shows: "guide.refused.empty", ...; empty for none.
[[nodiscard]] const char* text_key(Refusal refusal);
// Of the answer alone, whatever is true.
[[nodiscard]] Refusal refusal_of(const lesson::Question& question, const Answer& answer,
                                 const MarkCanvas& canvas);

[[nodiscard]] bool is_right(const Truth& truth, const Answer& answer);
// Of marks: what is true and was not marked, and what was marked and is not true.
struct MarkDifference {
  std::vector<int> missed, wrong;
};
[[nodiscard]] MarkDifference difference(const Truth& truth, const Answer& answer);

}  // namespace lanescope::app
