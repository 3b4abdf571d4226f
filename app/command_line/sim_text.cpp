#include "app/command_line/sim_text.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "app/command_line/sim_parts.h"
#include "app/command_line/text_table.h"
#include "app/session/selection/access_names.h"
#include "viz/text/texts.h"

namespace lanescope::app {
namespace {

using memory::Space;

// The cause of extra cost: conflicts of shared memory, unused bytes of global memory.
std::string remark(Space space, const report::Counts& counts, std::uint32_t worst_ways) {
  if (space == Space::shared) {
    return fmt::format("{} conflicts per request, at worst {}-way",
                       per_request(counts.conflicts, counts.requests), worst_ways);
  }
  if (space == Space::constant) return {};
  return fmt::format("{} % of the sectors' bytes used",
                     text::Texts::rounded(100 * report::efficiency(counts), 1));
}

TextTable access_table() {
  TextTable table({Align::left, Align::right, Align::right, Align::left, Align::right, Align::right,
                   Align::right, Align::left});
  table.add_row({"", "requests", "cost", "", "per request", "ideal", "of ideal"});
  return table;
}

void add_access(TextTable& table, std::string name, Space space, const report::Counts& counts,
                std::uint32_t worst_ways) {
  const report::CostPair pair = report::cost_pair(space, counts);
  table.add_row({std::move(name), grouped(counts.requests), grouped(pair.cost),
                 std::string(cost_unit(space)), per_request(pair.cost, counts.requests),
                 per_request(pair.ideal, counts.requests),
                 times(static_cast<double>(pair.cost), static_cast<double>(pair.ideal)),
                 remark(space, counts, worst_ways)});
}

// The largest N-way among the sites of one kind.
std::uint32_t worst_ways_of(const report::Report& report, const report::AccessKind& kind) {
  std::uint32_t worst = 0;
  for (const report::Site& site : report.sites) {
    if (report::kind_of(site.space, site.op) == kind) worst = std::max(worst, site.worst_ways);
  }
  return worst;
}

std::string totals_table(const report::Report& report) {
  TextTable table = access_table();
  for (const report::AccessKind& kind : report::access_kinds()) {
    const report::Counts& counts = report::counts_in(report.totals, kind);
    if (counts.requests == 0) continue;
    add_access(table, kind_text(kind), kind.space, counts, worst_ways_of(report, kind));
  }
  return table.text();
}

std::string lines_table(const Outcome& outcome) {
  TextTable table = access_table();
  std::string previous;
  for (const auto& [access, sum] : accesses_by_line(outcome.report)) {
    if (std::string code = code_line(outcome, {access.file, access.line, 0}); code != previous) {
      table.add_heading(code);
      previous = std::move(code);
    }
    add_access(table, access_name(access.space, access.op, access.bytes), access.space, sum.counts,
               sum.worst_ways);
  }
  return table.text();
}

std::string instructions_line(const report::Totals& totals) {
  return fmt::format(
      "{} warp instructions ({} thread instructions), {} branches ({} divergent), {} barriers\n"
      "{} of 32 lanes active, branch efficiency {} %\n",
      grouped(totals.warp_instructions), grouped(totals.thread_instructions),
      grouped(totals.branches), grouped(totals.divergent_branches), grouped(totals.barriers),
      text::Texts::rounded(32 * report::warp_execution_efficiency(totals), 1),
      text::Texts::rounded(
          100 * report::branch_efficiency(totals.branches, totals.divergent_branches), 1));
}

// "16 to line 9": executions that send all lanes there.
std::string side(std::uint64_t executions, int line) {
  return grouped(executions) +
         (line != 0 ? fmt::format(" to line {}", line) : std::string(" to the end"));
}

// The branches at which warps diverge; empty if there are none. Branches without divergence are
// only counted: each would be a line with 100 % and nothing else.
std::string branches_table(const Outcome& outcome) {
  TextTable table(
      {Align::left, Align::right, Align::right, Align::right, Align::left, Align::left});
  table.add_row(
      {"Divergent branches", "executions", "divergent", "efficiency", "all lanes to one side"});
  std::size_t divergent = 0;
  std::size_t uniform = 0;
  for (const report::Branch& branch : outcome.report.branches) {
    if (branch.divergent == 0) {
      uniform += branch.executions != 0 ? 1 : 0;
      continue;
    }
    ++divergent;
    std::array<std::string, 2> sides{side(branch.none_taken(), branch.not_taken_line),
                                     side(branch.all_taken, branch.taken_line)};
    // In source order: which side is the jump is the compiler's choice.
    const bool jumps_back = branch.taken_line != 0 && branch.taken_line < branch.not_taken_line;
    if (jumps_back || branch.not_taken_line == 0) std::swap(sides[0], sides[1]);
    table.add_row({"  " + code_line(outcome, branch.place), grouped(branch.executions),
                   grouped(branch.divergent),
                   text::Texts::rounded(
                       100 * report::branch_efficiency(branch.executions, branch.divergent), 1) +
                       " %",
                   sides[0], sides[1]});
  }
  if (divergent == 0) return {};
  if (uniform != 0) {
    table.add_heading(fmt::format("  {} more branch{} never diverge{}", uniform,
                                  uniform == 1 ? "" : "es", uniform == 1 ? "s" : ""));
  }
  return table.text();
}

// Lines with idle lanes, the most wasteful first; empty if all lanes take part everywhere.
std::string idle_table(const Outcome& outcome) {
  constexpr std::size_t most = 10;
  std::vector<const report::Activity*> lines;
  const auto add_idle = [&](const std::vector<report::Activity>& of_file) {
    for (const report::Activity& line : of_file) {
      if (report::has_idle_lanes(line.lanes, line.executions)) lines.push_back(&line);
    }
  };
  add_idle(outcome.report.activity);
  for (const report::IncludedLines& each : outcome.report.included) add_idle(each.activity);
  if (lines.empty()) return {};
  const auto idle = [](const report::Activity* line) {
    return 32 * line->executions - line->lanes;
  };
  std::stable_sort(lines.begin(), lines.end(),
                   [&](const auto* a, const auto* b) { return idle(a) > idle(b); });
  TextTable table({Align::left, Align::right, Align::right});
  table.add_row({"Lines with idle lanes", "executed", "active of 32"});
  for (std::size_t i = 0; i < std::min(most, lines.size()); ++i) {
    table.add_row({"  " + code_line(outcome, lines[i]->place), grouped(lines[i]->executions),
                   text::Texts::rounded(lines[i]->active_lanes(), 1)});
  }
  if (lines.size() > most) table.add_heading(fmt::format("  {} more", lines.size() - most));
  return table.text();
}

std::string arrays_table(const report::Report& report) {
  TextTable table({Align::left, Align::left, Align::right, Align::left});
  table.add_heading("Arrays after the launch");
  for (const report::ArrayInfo& array : report.arrays)
    table.add_row({"  " + array.name, array.type, grouped(array.count), "FNV-1a " + array.fnv1a64});
  return table.text();
}

std::string launched_table(const report::Report& report) {
  TextTable table({Align::left, Align::right, Align::right, Align::right, Align::right});
  table.add_heading("Launched by kernels, in none of the counts above");
  table.add_row({"", "launches", "blocks", "nested", "warp instructions"});
  for (const report::LaunchedKernel& launched : report.launched) {
    table.add_row({"  " + launched.kernel, grouped(launched.launches), grouped(launched.blocks),
                   grouped(launched.depth), grouped(launched.totals.warp_instructions)});
  }
  return table.text();
}

}  // namespace

std::string sim_text(const Outcome& outcome) {
  const report::Report& report = outcome.report;
  std::string text = lesson_line(outcome) + "\n" + launch_line(outcome) + "\n";
  if (!outcome.resolved.params.empty()) text += params_text(outcome.resolved.params) + "\n";
  text += model_line(outcome) + "\n";
  text += "\n" + totals_table(report) + instructions_line(report.totals);
  text += "\n" + lines_table(outcome);
  if (const std::string branches = branches_table(outcome); !branches.empty())
    text += "\n" + branches;
  if (const std::string idle = idle_table(outcome); !idle.empty()) text += "\n" + idle;
  if (!report.launched.empty()) text += "\n" + launched_table(report);
  if (!report.arrays.empty()) text += "\n" + arrays_table(report);
  if (const std::string printed = printed_text(report); !printed.empty()) text += "\n" + printed;
  if (const std::string diagnostics = diagnostics_text(report); !diagnostics.empty())
    text += "\n" + diagnostics;
  return text;
}

}  // namespace lanescope::app
