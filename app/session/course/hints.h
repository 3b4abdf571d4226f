// The hint after a wrong first try. It is computed from the answer where a known mistake explains
// it ("you counted lines, not sectors"); otherwise it says where to look. A hint never states the
// true answer, nor how far off the given one is.
#pragma once

#include <cstdint>
#include <string>

#include "app/session/course/question.h"
#include "kernels/lesson_file/guide.h"
#include "viz/text/texts.h"

namespace lanescope::app {

// The mistake that explains a wrong answer.
enum class Mistake : std::uint8_t {
  // Numbers.
  conflicts_only,     // the wavefronts beyond the ideal
  ideal_only,         // the least that such an access can cost
  other_quantity,     // another count of the same access or launch
  one_for_each_lane,  // as many sectors, lines, banks or wavefronts as lanes
  one_of_two,         // one of the two numbers whose ratio is asked
  complement,         // the share that is left over
  times_for_percent,  // "4" where 25 % is asked
  percent_for_times,  // "25" or "400" where 4 times is asked
  reciprocal,         // the inverse ratio
  rounding,           // one percent off
  words_for_bytes,    // factor 4
  words_of_sector,    // factor 8
  bytes_of_sector,    // factor 32
  warps_of_block,     // a warp's count for a block's, or the other way round
  blocks_of_launch,   // a block's for the launch's
  warps_of_launch,    // a warp's for the launch's
  lanes_of_warp,      // factor 32
  off_by_one,
  // Marks.
  shifted,        // all marks are one place off
  line_starts,    // only the first sector of each touched line
  whole_lines,    // every sector of each touched line
  side_by_side,   // neighbouring banks, where the words lie apart
  edge_missing,   // one sector at an end is missing, and the access begins inside a sector
  marks_missing,  // right ones are missing
  too_many,       // all right ones, and others
  none_right,
  some_wrong,
  // No known mistake: the question's kind says what to look at.
  unexplained,
};

struct Hint {
  Mistake mistake = Mistake::unexplained;
  std::int64_t given = 0;  // numbers: the answer
  // Numbers: the text keys of what was answered and of what is asked. "": nothing to say.
  const char* said = "";
  const char* asked = "";
  std::string unit;  // one_for_each_lane: the text key of what each lane does not need for itself
  // Marks: how many of the answer's marks are right, and how many are not wanted.
  std::size_t right = 0, extra = 0;
  std::string general;  // unexplained: the text's key
};

// What the hint may be computed from.
struct HintContext {
  const lesson::Question& question;
  const Facts& facts;                    // of the step's run, and `other.`
  const report::Event* event = nullptr;  // the selected access
  const MarkCanvas& canvas;
};
// `answer` is wrong; `truth` is known.
[[nodiscard]] Hint hint_for(const HintContext& context, const Answer& truth, const Answer& answer);
// Markdown.
[[nodiscard]] std::string text_of(const Hint& hint, const text::Texts& texts);

// What may be seen while a question is open: the answer to an earlier question of the same step
// stays visible, as long as it does not give the open question's answer away.

enum class Uncovered : std::uint8_t {
  nothing,  // only the open question
  marks,    // the earlier question's marks with the right ones
  picture,  // the step's own picture, without its counts
};

// `answered`: the kind of the earlier question. `parameters`: those of the step.
// `marks_are_sectors`: the access asks for as many sectors as were to be marked; an atomic asks for
// some of them more than once, and then the marks don't tell how often.
[[nodiscard]] Uncovered uncovered_beside(const lesson::Question& open,
                                         lesson::QuestionKind answered,
                                         const lesson::Values& parameters,
                                         bool marks_are_sectors = true);

}  // namespace lanescope::app
