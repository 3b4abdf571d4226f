// A question's form, the answer given, and the true one. Pure functions over a finished run.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/session/course/facts.h"
#include "app/session/files/progress_file.h"
#include "kernels/lesson_file/guide.h"
#include "sim/memory/global.h"
#include "sim/memory/memory_rules.h"
#include "viz/text/texts.h"

namespace lanescope::app {

// The blank picture on which sectors or banks are marked. Marks are numbered: on lines 4 * line +
// sector, on banks by bank.
struct MarkCanvas {
  std::vector<std::uint64_t> lines;  // device addresses of 128-byte lines, ascending; empty: banks
  int banks = 0;                     // 32, on the oldest machines 16; 0: lines
  [[nodiscard]] int marks() const {
    return banks > 0 ? banks : static_cast<int>(lines.size()) * memory::sectors_per_line;
  }
};
// Empty if the event can't be marked. For a compact access: a range of whole lines around it, so
// that the canvas does not reveal the answer; for a scattered one: the lines that it touches.
[[nodiscard]] MarkCanvas canvas_of(lesson::QuestionKind kind, const report::Event* event,
                                   const memory::MemoryRules& machine = {});

// is_known is false if it depends on a fact that is not known here.
struct Truth {
  bool is_known = false;
  Answer answer;
};

// What determines the true answer: one run, or two.
struct QuestionContext {
  const lesson::Question& question;
  const Facts& facts;  // including those of the second run
  const FactNames& names;
  const report::Event* event = nullptr;  // the selected access: for sectors and banks
  memory::MemoryRules machine{};         // the machine whose memory rules apply
};
// The error says what is wrong with the question: an expression, no true choice or several, no
// access to mark.
[[nodiscard]] tl::expected<Truth, std::string> truth_of(const QuestionContext& asked);

// Why an answer is not accepted. The question stays open.
enum class Refusal : std::uint8_t {
  none,
  nothing_asked,  // no question is open
  empty,          // nothing was typed, chosen or marked
  unchanged,      // the same as at the first, wrong try
  out_of_range,   // of min and max, or of the canvas
  unknown_choice,
  running,     // the step's run, or the second one, is in progress
  run_failed,  // no result: skip the question, or fix the lesson
  broken,      // an error in the question itself, which the author must fix; skip it
};
// Key of the message in the window: "guide.refused.empty", ...; empty for none.
[[nodiscard]] const char* text_key(Refusal refusal);
// Checks the form of the answer only, not whether it is right.
[[nodiscard]] Refusal refusal_of(const lesson::Question& question, const Answer& answer,
                                 const MarkCanvas& canvas);

[[nodiscard]] bool is_right(const Truth& truth, const Answer& answer);
// The unit that stands after a number: "sectors", for one of them "sector"; empty if it has none.
[[nodiscard]] std::string unit_text(const lesson::Question& question, std::int64_t number,
                                    const text::Texts& texts);
// "4 sectors"
[[nodiscard]] std::string number_text(const lesson::Question& question, std::int64_t number,
                                      const text::Texts& texts);

// For marks: true ones that were not marked, and marked ones that are not true.
struct MarkDifference {
  std::vector<int> missed, wrong;
};
[[nodiscard]] MarkDifference difference(const Truth& truth, const Answer& answer);

}  // namespace lanescope::app
