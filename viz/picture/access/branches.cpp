#include "viz/picture/access/branches.h"
#include "viz/picture/core/units.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace lanescope::picture {
namespace {

// By line number; the end, or an unknown line, comes last.
bool in_order(int first, int second) { return second == 0 || (first != 0 && first <= second); }

}  // namespace

std::vector<TextBranch> text_branches(const report::Report& report, std::string_view file) {
  std::vector<TextBranch> all;
  for (const report::Branch& jump : report.branches) {
    if (jump.executions == 0 || jump.place.line == 0) continue;
    if (!report::is_in_file(report, jump.place, file)) continue;
    const bool taken_first = in_order(jump.taken_line, jump.not_taken_line);
    const std::array<int, 2> to = taken_first ? std::array{jump.taken_line, jump.not_taken_line}
                                              : std::array{jump.not_taken_line, jump.taken_line};
    auto found = std::find_if(all.begin(), all.end(), [&](const TextBranch& branch) {
      return branch.line == jump.place.line && branch.to == to;
    });
    if (found == all.end()) {
      all.emplace_back();
      found = all.end() - 1;
      found->line = jump.place.line;
      found->to = to;
    }
    if (found->reconvergence_line == 0) found->reconvergence_line = jump.reconvergence_line;
    found->executions += jump.executions;
    found->divergent += jump.divergent;
    found->all[0] += taken_first ? jump.all_taken : jump.none_taken();
    found->all[1] += taken_first ? jump.none_taken() : jump.all_taken;
    found->jumps.push_back({jump.index, taken_first});
  }
  std::stable_sort(all.begin(), all.end(), [](const TextBranch& a, const TextBranch& b) {
    return a.line != b.line ? a.line < b.line : a.divergent > b.divergent;
  });
  return all;
}

const TextBranch* branch_on(const std::vector<TextBranch>& branches, int line) {
  const auto found = std::find_if(branches.begin(), branches.end(),
                                  [line](const TextBranch& one) { return one.line == line; });
  return found != branches.end() ? &*found : nullptr;
}

std::vector<SplitExecution> executions_at(const report::WarpTrace& trace,
                                          const TextBranch& branch) {
  std::vector<SplitExecution> executions;
  for (const report::BranchStep& execution : trace.branches) {
    const auto jump =
        std::find_if(branch.jumps.begin(), branch.jumps.end(),
                     [&](const TextBranch::Jump& one) { return one.branch == execution.branch; });
    if (jump == branch.jumps.end()) continue;
    const std::uint32_t others = execution.active & ~execution.taken;
    executions.push_back({execution.active, jump->taken_is_first
                                                ? std::array{execution.taken, others}
                                                : std::array{others, execution.taken}});
  }
  return executions;
}

std::string lanes_text(std::uint64_t lanes, std::uint64_t executions) {
  if (executions == 0) return "0";
  return number_text(static_cast<double>(lanes) / static_cast<double>(executions));
}

std::string side_name(int line, const text::Texts& texts) {
  return line != 0 ? texts.get("branch.to_line", fmt::arg("line", line))
                   : texts.get("branch.to_end");
}

std::string side_name(const TextBranch& branch, std::size_t side, const text::Texts& texts) {
  if (branch.to[0] == 0 || branch.to[0] != branch.to[1]) return side_name(branch.to[side], texts);
  return texts.get(side == 0 ? "branch.by_jump" : "branch.without_jump",
                   fmt::arg("line", branch.to[side]));
}

std::string branch_sentence(const TextBranch& branch, const text::Texts& texts) {
  const std::string divergent = text::Texts::grouped(branch.divergent);
  const std::string executions = text::Texts::grouped(branch.executions);
  const std::string first = text::Texts::grouped(branch.all[0]);
  const std::string second = text::Texts::grouped(branch.all[1]);
  return texts.get("branch.sentence", fmt::arg("divergent", divergent),
                   fmt::arg("executions", executions), fmt::arg("first", first),
                   fmt::arg("second", second), fmt::arg("to_first", side_name(branch, 0, texts)),
                   fmt::arg("to_second", side_name(branch, 1, texts)));
}

const report::Activity* activity_of(const report::Report& report, int line, std::string_view file) {
  const std::vector<report::Activity>& lines = report::activity_in(report, file);
  const auto found = std::find_if(lines.begin(), lines.end(), [line](const report::Activity& one) {
    return one.place.line == line;
  });
  return found != lines.end() ? &*found : nullptr;
}

}  // namespace lanescope::picture
