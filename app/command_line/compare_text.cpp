#include "app/command_line/compare_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "app/command_line/sim_parts.h"
#include "app/command_line/text_table.h"
#include "app/session/access_names.h"
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
  std::string text = fmt::format("{}  {}\n", name, lesson_line(outcome));
  if (!outcome.resolved.params.empty()) {
    text += fmt::format("   {}\n", params_text(outcome.resolved.params));
  }
  return text + fmt::format("   {}\n", launch_line(outcome));
}

std::string difference_text(const Difference& difference) {
  if (difference.kind == DifferenceKind::text) {
    return fmt::format("{} line{} of the text", difference.lines, difference.lines == 1 ? "" : "s");
  }
  const auto value = [](const std::string& text) { return text.empty() ? "-" : text; };
  return fmt::format(
      "{} {} -> {}",
      difference.kind == DifferenceKind::parameter ? difference.name : name_of(difference.kind),
      value(difference.a), value(difference.b));
}

std::string differences_text(const ComparedRuns& runs) {
  std::string text;
  for (const Difference& difference : runs.differences) {
    text += (text.empty() ? "" : "; ") + difference_text(difference);
  }
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
    add_number(table,
               fmt::format("  {} {}, {} B per lane", name_of(access.space), name_of(access.op),
                           access.bytes),
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

std::string findings_text(const char* side, const Outcome& outcome) {
  const std::string text = diagnostics_text(outcome.report);
  return text.empty() ? "" : fmt::format("\n{}\n{}", side, text);
}

}  // namespace

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
    for (auto& [kind, access] : here) {
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
  if (!same_work(*runs.a, *runs.b)) {
    text +=
        "These are two different kernels, which may do different work: neither is called better.\n";
  }
  text += "\n" + numbers_table(runs);
  text += "\n" + lines_table(runs);
  text += changes_text(runs);
  text += findings_text("A", *runs.a) + findings_text("B", *runs.b);
  return text;
}

}  // namespace lanescope::app
