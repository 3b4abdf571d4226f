#include <fmt/format.h>

#include <set>

#include "app/command_line/sim_parts.h"
#include "app/command_line/sim_text.h"
#include "app/command_line/text_table.h"
#include "app/session/access_names.h"
#include "app/session/timing_key.h"
#include "viz/text/texts.h"

namespace lanescope::app {
namespace {

using memory::Space;
using report::Counts;

// The values in which the states differ: "PAD = 0". `otherwise` if there are none.
std::string state_name(const Outcome& outcome, const Outcome& other, const char* otherwise) {
  const lesson::Values own = differing(outcome.resolved.params, other.resolved.params);
  return own.empty() ? otherwise : params_text(own);
}

TextTable comparison_table(const Outcome& first, const Outcome& second) {
  TextTable table({Align::left, Align::left, Align::right, Align::right, Align::right});
  table.add_row(
      {"", "", state_name(first, second, "first"), state_name(second, first, "second"), "ratio"});
  return table;
}

void add_totals(TextTable& table, std::string name, std::string what, std::uint64_t a,
                std::uint64_t b) {
  table.add_row({std::move(name), std::move(what), grouped(a), grouped(b),
                 ratio_text(static_cast<double>(a), static_cast<double>(b))});
}

double each(std::uint64_t count, std::uint64_t requests) {
  return requests == 0 ? 0 : static_cast<double>(count) / static_cast<double>(requests);
}

void add_each(TextTable& table, std::string what, std::uint64_t a, const Counts& of_a,
              std::uint64_t b, const Counts& of_b) {
  table.add_row({"", std::move(what), per_request(a, of_a.requests), per_request(b, of_b.requests),
                 ratio_text(each(a, of_a.requests), each(b, of_b.requests))});
}

// One kind of access in both states: number, cost, and for shared memory the bank conflicts.
void add_accesses(TextTable& table, std::string name, Space space, const Counts& a,
                  const Counts& b) {
  if (a.requests == 0 && b.requests == 0) return;
  add_totals(table, std::move(name), "requests", a.requests, b.requests);
  add_each(table, fmt::format("{} per request", cost_unit(space)), report::cost_pair(space, a).cost,
           a, report::cost_pair(space, b).cost, b);
  if (space == Space::shared)
    add_each(table, "conflicts per request", a.conflicts, a, b.conflicts, b);
}

std::string totals_table(const Outcome& first, const Outcome& second) {
  TextTable table = comparison_table(first, second);
  const report::Totals& a = first.report.totals;
  const report::Totals& b = second.report.totals;
  for (const report::AccessKind& kind : report::access_kinds()) {
    add_accesses(table, kind_text(kind), kind.space, report::counts_in(a, kind),
                 report::counts_in(b, kind));
  }
  add_totals(table, "instructions", "of warps", a.warp_instructions, b.warp_instructions);
  add_totals(table, "branches", "divergent", a.divergent_branches, b.divergent_branches);
  const double active_a = 32 * report::warp_execution_efficiency(a);
  const double active_b = 32 * report::warp_execution_efficiency(b);
  table.add_row({"lanes", "active of 32", text::Texts::rounded(active_a, 1),
                 text::Texts::rounded(active_b, 1), ratio_text(active_a, active_b)});
  return table.text();
}

std::string lines_table(const Outcome& first, const Outcome& second) {
  auto of_first = accesses_by_line(first.report);
  auto of_second = accesses_by_line(second.report);
  std::set<LineAccess> all;
  for (const auto& [access, sum] : of_first) all.insert(access);
  for (const auto& [access, sum] : of_second) all.insert(access);

  TextTable table = comparison_table(first, second);
  std::string previous;
  for (const LineAccess& access : all) {
    if (std::string code = code_line(first, {access.file, access.line, 0}); code != previous) {
      table.add_heading(code);
      previous = std::move(code);
    }
    add_accesses(table,
                 fmt::format("  {} {}, {} B per lane", name_of(access.space), name_of(access.op),
                             access.bytes),
                 access.space, of_first[access].counts, of_second[access].counts);
  }
  return table.text();
}

std::string state_lines(const Outcome& outcome) {
  return params_text(outcome.resolved.params) + ": " + launch_line(outcome) + "\n";
}

// The state's name comes first, so that the reader knows which run each diagnostic is from.
std::string diagnostics_of(const Outcome& outcome, const std::string& state) {
  const std::string text = diagnostics_text(outcome.report);
  return text.empty() ? "" : "\n" + state + "\n" + text;
}

}  // namespace

std::string comparison_text(const Outcome& first, const Outcome& second) {
  std::string text = lesson_line(first) + "\n" + state_lines(first) + state_lines(second);
  text += model_line(first) + "\n";
  text += "\n" + totals_table(first, second);
  text += "\n" + lines_table(first, second);
  text += diagnostics_of(first, state_name(first, second, "first"));
  text += diagnostics_of(second, state_name(second, first, "second"));
  return text;
}

}  // namespace lanescope::app
