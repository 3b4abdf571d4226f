#include "app/command_line/compare_text.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <fmt/format.h>

#include "app/command_line/progress_line.h"
#include "app/command_line/sim_parts.h"
#include "app/command_line/text_table.h"
#include "app/session/run/timing_key.h"
#include "app/session/selection/access_names.h"
#include "sim/machine/profile.h"
#include "viz/text/texts.h"

namespace lanescope::app {
namespace {

// "shared_load" becomes "shared load", "wavefronts_per_request" "wavefronts per request".
std::string words_of(std::string name) {
  const std::string per = "_per_request";
  if (name.ends_with(per)) name.replace(name.size() - per.size(), per.size(), " per request");
  const std::string percent = "_percent";
  if (name.ends_with(percent)) name.replace(name.size() - percent.size(), percent.size(), " %");
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

bool is_whole(double value) { return std::abs(value - std::round(value)) < 1e-9; }

std::string value_text(const ComparedNumber& number, const std::optional<double>& value) {
  if (!value) return "-";
  if (number.group == "time") return fmt::format("{:.4f} ms", *value);
  const bool counts = !number.name.ends_with("_per_request") && !number.name.ends_with("percent");
  if (counts && is_whole(*value)) return grouped(static_cast<std::uint64_t>(std::llround(*value)));
  return text::Texts::rounded(*value, 1);
}

std::string ratio_of(const ComparedNumber& number) {
  return number.ratio() ? ratio_text(*number.a, *number.b) : "-";
}

const char* winner_text(const ComparedNumber& number) {
  switch (number.winner()) {
    case Winner::a:
      return "A";
    case Winner::b:
      return "B";
    case Winner::equal:
      return "equal";
    case Winner::unknown:
      break;
  }
  return "";
}

std::string side_text(const char* name, const Outcome& outcome) {
  std::string text =
      fmt::format("{}  {}, {}\n", name, lesson_line(outcome), outcome.resolved.source_name);
  if (!outcome.resolved.params.empty())
    text += fmt::format("   {}\n", params_text(outcome.resolved.params));
  return text + fmt::format("   {}\n", launch_line(outcome));
}

std::string difference_text(const Difference& difference) {
  if (difference.kind == DifferenceKind::text)
    return fmt::format("{} line{} of the text", difference.lines, difference.lines == 1 ? "" : "s");
  if (difference.kind == DifferenceKind::result)
    return fmt::format("array {} comes out different", difference.name);
  const auto value = [](const std::string& text) { return text.empty() ? "-" : text; };
  return fmt::format("{} {} -> {}",
                     !difference.name.empty()                  ? difference.name
                     : difference.kind == DifferenceKind::file ? "kernel file"
                                                               : name_of(difference.kind),
                     value(difference.a), value(difference.b));
}

std::string differences_text(const ComparedRuns& runs) {
  std::string text;
  for (const Difference& difference : runs.differences)
    text += (text.empty() ? "" : "; ") + difference_text(difference);
  return text.empty() ? "A and B are the same.\n" : "A -> B: " + text + "\n";
}

// If the machines differ, says whose model each side uses.
std::string models_text(const ComparedRuns& runs) {
  if (runs.a->request.machine == runs.b->request.machine) return model_line(*runs.a) + "\n";
  return "A: " + model_line(*runs.a) + "\nB: " + model_line(*runs.b) + "\n";
}

void add_number(TextTable& table, const std::string& group, const std::string& name,
                const ComparedNumber& number) {
  table.add_row({group, name, value_text(number, number.a), value_text(number, number.b),
                 ratio_of(number), winner_text(number)});
}

TextTable number_table() {
  TextTable table(
      {Align::left, Align::left, Align::right, Align::right, Align::right, Align::left});
  table.add_row({"", "", "A", "B", "ratio", "better"});
  return table;
}

std::string numbers_table(const ComparedRuns& runs) {
  TextTable table = number_table();
  std::string previous;
  for (const ComparedNumber& number : runs.numbers) {
    const bool is_time = number.group == "time";
    const std::string group = number.group == previous ? "" : words_of(number.group);
    add_number(table, group, is_time ? "cold, median" : words_of(number.name), number);
    previous = number.group;
  }
  return table.text();
}

std::string source_of(const PointTime& time) {
  return fmt::format("{} on {}{}", time.measured ? "MEASURED" : "RECORDED", time.gpu,
                     time.date.empty() ? "" : ", " + time.date);
}

std::string times_text(const ComparedRuns& runs) {
  const auto& a = runs.time_a;
  const auto& b = runs.time_b;
  if (!a && !b) return {};
  if (a && b && source_of(*a) == source_of(*b)) return "Times are " + source_of(*a) + ".\n";
  std::string text;
  if (a) text += "A's time is " + source_of(*a) + ".\n";
  if (b) text += "B's time is " + source_of(*b) + ".\n";
  return text;
}

// One row for each side's line, or one for both if the lines are equal.
void add_line(TextTable& table, const ComparedRuns& runs, const LinePair& lines) {
  const auto of = [](const Outcome& outcome, int line) {
    return code_line(outcome, {outcome.resolved.source_name, line, 0});
  };
  if (lines.same && lines.a == lines.b &&
      runs.a->resolved.source_name == runs.b->resolved.source_name) {
    table.add_heading(of(*runs.a, lines.a));
    return;
  }
  if (lines.a != 0) table.add_heading("A  " + of(*runs.a, lines.a));
  if (lines.b != 0) table.add_heading("B  " + of(*runs.b, lines.b));
}

std::string lines_table(const ComparedRuns& runs) {
  TextTable table = number_table();
  LinePair previous;
  for (const ComparedAccess& access : compared_lines(runs)) {
    if (!(access.lines == previous)) {
      add_line(table, runs, access.lines);
      previous = access.lines;
    }
    add_number(table, access_name(access.space, access.op, access.bytes),
               words_of(access.cost.name), access.cost);
  }
  return table.text();
}

// Only for two versions of one file: for two different kernels the list would be useless.
std::string changes_text(const ComparedRuns& runs) {
  const bool changed =
      std::any_of(runs.differences.begin(), runs.differences.end(),
                  [](const Difference& each) { return each.kind == DifferenceKind::text; });
  if (!changed) return {};
  std::string text = "\nLines that differ\n";
  for (const LinePair& pair : runs.match) {
    if (pair.same) continue;
    const auto add = [&](const char* side, const Outcome& outcome, int line) {
      if (line == 0) return;
      const std::string code = code_line(outcome, {outcome.resolved.source_name, line, 0});
      text += fmt::format("  {}  {}\n", side, code);
    };
    add("A", *runs.a, pair.a);
    add("B", *runs.b, pair.b);
  }
  return text;
}

// Fewer instructions of the lesson's kernel may be more by what it launches.
std::string launched_text(const std::string& side_a, const Outcome& a, const std::string& side_b,
                          const Outcome& b) {
  if (a.report.launched.empty() && b.report.launched.empty()) return {};
  std::string text = "Launched by kernels, in none of these counts:\n";
  for (const auto& [side, outcome] : {std::pair(side_a, &a), std::pair(side_b, &b)}) {
    std::uint64_t launches = 0, warp_instructions = 0;
    for (const report::LaunchedKernel& launched : outcome->report.launched) {
      launches += launched.launches;
      warp_instructions += launched.totals.warp_instructions;
    }
    text += fmt::format("  {}  launches: {}, their warp instructions: {}\n", side, launches,
                        warp_instructions);
  }
  return text;
}

// The side comes first, so that the reader knows which run each diagnostic is from.
std::string findings_text(const std::string& side, const Outcome& outcome) {
  const std::string text = diagnostics_text(outcome.report);
  return text.empty() ? "" : fmt::format("\n{}\n{}", side, text);
}

}  // namespace

int ComparedRuns::exit_code() const {
  return static_cast<int>(std::max(exit_code_of(a->report), exit_code_of(b->report)));
}

tl::expected<ComparedRuns, Problem> run_both(const tl::expected<RunRequest, Problem>& a,
                                             const tl::expected<RunRequest, Problem>& b,
                                             bool named) {
  ComparedRuns runs;
  const auto run_one = [&](const char* side, const tl::expected<RunRequest, Problem>& request,
                           OutcomePtr& outcome) -> tl::expected<void, Problem> {
    auto ran = !request
                   ? tl::unexpected(request.error())
                   : with_progress([&](Progress* progress) { return app::run(*request, progress); },
                                   std::string(side) + ": ");
    if (!ran) {
      if (named) ran.error().message = std::string(side) + ": " + ran.error().message;
      return tl::unexpected(ran.error());
    }
    outcome = *ran;
    return {};
  };
  if (auto ran = run_one("A", a, runs.a); !ran) return tl::unexpected(ran.error());
  if (auto ran = run_one("B", b, runs.b); !ran) return tl::unexpected(ran.error());
  return runs;
}

std::vector<ComparedAccess> compared_lines(const ComparedRuns& runs) {
  const auto of_a = accesses_by_line(runs.a->report);
  const auto of_b = accesses_by_line(runs.b->report);
  std::vector<ComparedAccess> all;
  for (const LinePair& pair : runs.match) {
    // Keyed by space, operation and width, so that A's and B's equal accesses are paired.
    std::map<std::tuple<memory::Space, memory::Op, std::uint32_t>, ComparedAccess> here;
    const auto take = [&](const Outcome& outcome, const std::map<LineAccess, AccessSum>& sums,
                          int line, report::Counts ComparedAccess::*counts) {
      for (const auto& [kind, sum] : sums) {
        if (line == 0 || kind.line != line || kind.file != outcome.resolved.source_name) continue;
        ComparedAccess& access = here[{kind.space, kind.op, kind.bytes}];
        access.space = kind.space;
        access.op = kind.op;
        access.bytes = kind.bytes;
        access.*counts = sum.counts;
      }
    };
    take(*runs.a, of_a, pair.a, &ComparedAccess::a);
    take(*runs.b, of_b, pair.b, &ComparedAccess::b);
    for (auto& [kind, shown] : here) {
      ComparedAccess& access = shown;  // clang before 16 captures no structured binding
      const auto each = [&](const report::Counts& counts) {
        return counts.requests == 0
                   ? std::nullopt
                   : std::optional(
                         static_cast<double>(report::cost_pair(access.space, counts).cost) /
                         static_cast<double>(counts.requests));
      };
      access.lines = pair;
      access.cost = {"line", fmt::format("{}_per_request", cost_unit(access.space)), each(access.a),
                     each(access.b), same_work(*runs.a, *runs.b) ? Better::lower : Better::neither};
      all.push_back(access);
    }
  }
  return all;
}

std::string compare_text(const ComparedRuns& runs) {
  std::string text = side_text("A", *runs.a) + side_text("B", *runs.b);
  text += differences_text(runs) + models_text(runs) + times_text(runs);
  switch (compared_work(*runs.a, *runs.b)) {
    case Work::same:
      break;
    case Work::other_kernel:
      text +=
          "These are two different kernels, which may do different work: neither is called "
          "better.\n";
      break;
    case Work::other_size:
      text += "The two runs differ in size: neither is called better.\n";
      break;
  }
  text += "\n" + numbers_table(runs);
  text += "\n" + lines_table(runs);
  if (const std::string launched = launched_text("A", *runs.a, "B", *runs.b); !launched.empty())
    text += "\n" + launched;
  text += changes_text(runs);
  text += findings_text("A", *runs.a) + findings_text("B", *runs.b);
  return text;
}

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
    add_accesses(table, access_name(access.space, access.op, access.bytes), access.space,
                 of_first[access].counts, of_second[access].counts);
  }
  return table.text();
}

std::string state_lines(const Outcome& outcome) {
  return params_text(outcome.resolved.params) + ": " + launch_line(outcome) + "\n";
}

}  // namespace

std::string comparison_text(const Outcome& first, const Outcome& second) {
  std::string text = lesson_line(first) + "\n" + state_lines(first) + state_lines(second);
  text += model_line(first) + "\n";
  text += "\n" + totals_table(first, second);
  text += "\n" + lines_table(first, second);
  const std::string launched = launched_text(state_name(first, second, "first"), first,
                                             state_name(second, first, "second"), second);
  if (!launched.empty()) text += "\n" + launched;
  text += findings_text(state_name(first, second, "first"), first);
  text += findings_text(state_name(second, first, "second"), second);
  return text;
}

}  // namespace lanescope::app
