#include "app/command_line/sim_text.h"

#include <fmt/format.h>

#include "app/command_line/sim_parts.h"
#include "app/command_line/text_table.h"
#include "app/command_line/words.h"

namespace lanescope::app {
namespace {

using memory::Space;

// What the cost alone does not say: conflicts of shared memory, unused bytes of global memory.
std::string remark(Space space, const report::Counts& counts, std::uint32_t worst_ways) {
  if (space == Space::shared) {
    return fmt::format("{} conflicts a request, at worst {}-way",
                       per_request(counts.conflicts, counts.requests), worst_ways);
  }
  if (space == Space::constant) return {};
  return fmt::format("{:.1f} % of the moved bytes wanted", 100 * report::efficiency(counts));
}

TextTable access_table() {
  TextTable table({Align::left, Align::right, Align::right, Align::left, Align::right, Align::right,
                   Align::right, Align::left});
  table.add_row({"", "requests", "cost", "", "a request", "ideal", "of ideal"});
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

// The largest N-way among the sites that a row of the totals sums up.
std::uint32_t worst_ways_of(const report::Report& report, const std::string& name) {
  std::uint32_t worst = 0;
  for (const report::Site& site : report.sites) {
    const bool atomic = site.op == memory::Op::atomic || site.op == memory::Op::reduction;
    const std::string_view op = atomic ? word(memory::Op::atomic) : word(site.op);
    if (name == fmt::format("{} {}", word(site.space), op))
      worst = std::max(worst, site.worst_ways);
  }
  return worst;
}

std::string totals_table(const report::Report& report) {
  TextTable table = access_table();
  for (const NamedCounts& row : named_counts(report.totals)) {
    if (row.counts.requests == 0) continue;
    add_access(table, row.name, row.space, row.counts, worst_ways_of(report, row.name));
  }
  return table.text();
}

std::string lines_table(const Outcome& outcome) {
  TextTable table = access_table();
  std::string previous;
  for (const auto& [access, sum] : accesses_by_line(outcome.report)) {
    if (std::string code = code_line(outcome, access); code != previous) {
      table.add_heading(code);
      previous = std::move(code);
    }
    add_access(
        table,
        fmt::format("  {} {}, {} B a lane", word(access.space), word(access.op), access.bytes),
        access.space, sum.counts, sum.worst_ways);
  }
  return table.text();
}

std::string instructions_line(const report::Totals& totals) {
  return fmt::format(
      "{} warp instructions ({} thread instructions), {} branches ({} divergent), {} barriers\n",
      grouped(totals.warp_instructions), grouped(totals.thread_instructions),
      grouped(totals.branches), grouped(totals.divergent_branches), grouped(totals.barriers));
}

std::string arrays_table(const report::Report& report) {
  TextTable table({Align::left, Align::left, Align::right, Align::left});
  table.add_heading("Arrays after the launch");
  for (const report::ArrayInfo& array : report.arrays) {
    table.add_row({"  " + array.name, array.type, grouped(array.count), "FNV-1a " + array.fnv1a64});
  }
  return table.text();
}

}  // namespace

std::string sim_text(const Outcome& outcome) {
  const report::Report& report = outcome.report;
  std::string text = lesson_line(outcome) + "\n" + launch_line(outcome) + "\n";
  if (!outcome.resolved.params.empty()) text += params_text(outcome.resolved.params) + "\n";
  text += std::string(model_line) + "\n";
  text += "\n" + totals_table(report) + instructions_line(report.totals);
  text += "\n" + lines_table(outcome);
  if (!report.arrays.empty()) text += "\n" + arrays_table(report);
  if (const std::string diagnostics = diagnostics_text(report); !diagnostics.empty()) {
    text += "\n" + diagnostics;
  }
  return text;
}

}  // namespace lanescope::app
