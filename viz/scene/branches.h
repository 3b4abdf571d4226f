// The branches of the kernel's text: what of a report is about divergence, as a reader of the text
// sees it.
//
// A compiler makes several jumps of one test (a loop's is made once before it and once at its end),
// and which side jumps is its own choice. Here the jumps of one line that lead to the same two
// lines are one branch, and its sides are named by the lines they go on with, upper one first.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "sim/report/report.h"
#include "viz/text/texts.h"

namespace lanescope::scene {

struct TextBranch {
  int line = 0;
  std::array<int, 2> to{};  // the line each side goes on with; 0: the end, or not known
  int meet_line = 0;        // where lanes that split are together again; 0 as above
  std::uint64_t executions = 0;
  std::uint64_t divergent = 0;
  std::array<std::uint64_t, 2> lanes{};  // on each side, summed over executions
  struct Jump {
    std::uint32_t branch = 0;     // index into Report::branches
    bool taken_is_first = false;  // those that jump are on side 0
  };
  std::vector<Jump> jumps;
};

// Those that were executed, by line; of one line the most divergent first.
[[nodiscard]] std::vector<TextBranch> text_branches(const report::Report& report);
// The first of that line; nullptr when it has none.
[[nodiscard]] const TextBranch* branch_on(const std::vector<TextBranch>& branches, int line);

// One execution of a branch by one warp.
struct SplitStep {
  std::uint32_t active = 0;
  std::array<std::uint32_t, 2> lanes{};  // on each side
  [[nodiscard]] bool divergent() const { return lanes[0] != 0 && lanes[1] != 0; }
};
// What the warp did at that branch, in its order.
[[nodiscard]] std::vector<SplitStep> steps_at(const report::WarpTrace& trace,
                                              const TextBranch& branch);

// "16", "13.9": lanes an execution, one decimal where it says something.
[[nodiscard]] std::string lanes_text(std::uint64_t lanes, std::uint64_t executions);
// "line 8", "the end".
[[nodiscard]] std::string side_name(int line, const text::Texts& texts);
// "32 of 32 executions diverge: 16 of 32 lanes to line 8, 16 to line 10"
[[nodiscard]] std::string branch_sentence(const TextBranch& branch, const text::Texts& texts);

// What was executed of that line; nullptr when nothing was made of it.
[[nodiscard]] const report::Activity* activity_of(const report::Report& report, int line);
// Not all lanes take part, and not just a hair fewer.
[[nodiscard]] bool has_idle_lanes(const report::Activity& activity);

}  // namespace lanescope::scene
