// The branches of a kernel's source: the divergence data of a report, by source line.
//
// A compiler may make several jumps from one test (a loop's test is compiled once before the loop
// and once at its end), and it chooses which side jumps. Here, all jumps of one line that lead to
// the same two lines are one branch, and its sides are named by the lines where they continue, in
// line order.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sim/report/report.h"
#include "viz/text/texts.h"

namespace lanescope::picture {

struct TextBranch {
  int line = 0;
  std::array<int, 2> to{};     // the line where each side continues; 0: the end, or unknown
  int reconvergence_line = 0;  // where split lanes reconverge; 0: the end, or unknown
  std::uint64_t executions = 0;
  std::uint64_t divergent = 0;
  std::array<std::uint64_t, 2> all{};  // executions that send all lanes to this side
  struct Jump {
    std::uint32_t branch = 0;     // index into Report::branches
    bool taken_is_first = false;  // lanes that jump are on side 0
  };
  std::vector<Jump> jumps;
};

// All executed branches of a file (see report::file_of), by line; within a line, the most divergent
// first.
[[nodiscard]] std::vector<TextBranch> text_branches(const report::Report& report,
                                                    std::string_view file = {});
// The first branch of that line, or nullptr.
[[nodiscard]] const TextBranch* branch_on(const std::vector<TextBranch>& branches, int line);

// One execution of a branch by one warp.
struct SplitExecution {
  std::uint32_t active = 0;
  std::array<std::uint32_t, 2> lanes{};  // on each side
  [[nodiscard]] bool divergent() const { return lanes[0] != 0 && lanes[1] != 0; }
};
// The warp's executions of that branch, in order.
[[nodiscard]] std::vector<SplitExecution> executions_at(const report::WarpTrace& trace,
                                                        const TextBranch& branch);

// Average lanes per execution: "16", "13.9"; no decimal for a whole number.
[[nodiscard]] std::string lanes_text(std::uint64_t lanes, std::uint64_t executions);
// "line 8", "the end".
[[nodiscard]] std::string side_name(int line, const text::Texts& texts);
// The same of a branch's side; where both continue on one line, with what tells them apart: "line 8
// by a jump".
[[nodiscard]] std::string side_name(const TextBranch& branch, std::size_t side,
                                    const text::Texts& texts);
// "8 of 32 executions diverge; all lanes go to line 8 in 24, to line 10 in 0"
[[nodiscard]] std::string branch_sentence(const TextBranch& branch, const text::Texts& texts);

// The activity of that line; nullptr if no instruction was generated for it.
[[nodiscard]] const report::Activity* activity_of(const report::Report& report, int line,
                                                  std::string_view file = {});

}  // namespace lanescope::picture
