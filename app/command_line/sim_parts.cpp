#include "app/command_line/sim_parts.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/command_line/text_table.h"
#include "app/session/selection/access_names.h"
#include "sim/metrics/counts.h"
#include "sim/text/source_line.h"
#include "viz/picture/core/units.h"
#include "viz/text/texts.h"

namespace lanescope::app {
namespace {

std::string dimensions(const report::Dim3& d) {
  return fmt::format("{} x {} x {}", d[0], d[1], d[2]);
}

}  // namespace

ExitCode exit_code_of(const report::Report& report) {
  const auto is_error = [](const Diagnostic& each) { return each.severity == Severity::error; };
  // A remark is an error if it is a race of a kernel that runs before.
  const bool error = std::ranges::any_of(report.diagnostics, is_error) ||
                     std::ranges::any_of(report.remarks, is_error);
  return error || !report.complete ? ExitCode::finding : ExitCode::good;
}

std::string lesson_line(const Outcome& outcome) {
  const lesson::Resolved& resolved = outcome.resolved;
  return fmt::format("{}{}{}: kernel {}", resolved.lesson_id, resolved.variant.empty() ? "" : ", ",
                     resolved.variant, outcome.report.kernel);
}

std::string launch_line(const Outcome& outcome) {
  const report::Report& report = outcome.report;
  const bool is_guessed = outcome.resolved.guessed != lesson::LaunchGuess::none;
  return fmt::format("grid {}, block {}{}, {} of {} blocks, PTX {} {}", dimensions(report.grid),
                     dimensions(report.block), is_guessed ? " (guessed)" : "",
                     grouped(report.blocks_simulated), grouped(report.blocks_total),
                     outcome.resolved.ptx_text.empty() ? "by " + outcome.ptx.compiler : "as given,",
                     outcome.ptx.compiler_version);
}

std::string model_line(const Outcome& outcome) {
  if (outcome.machine == nullptr) return "All counts are MODEL: simulated, not measured.";
  const machine::Profile& machine = *outcome.machine;
  std::string text = fmt::format(
      "All counts are MODEL of the {} (compute capability {}.{}): simulated, not measured.\n"
      "Memory as in: {}",
      machine.name, machine.major, machine.minor, machine.memory_source);
  for (const Localised& note : machine.notes) text += "\n  " + note.english();
  return text;
}

std::string params_text(const lesson::Values& params) {
  std::string text;
  for (const auto& [name, value] : params)
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", name, value);
  return text;
}

std::string kind_text(const report::AccessKind& kind) {
  return fmt::format("{} {}", name_of(kind.space), name_of(kind.op));
}

std::string access_name(memory::Space space, memory::Op op, std::uint32_t bytes) {
  return fmt::format("  {} {}, {} B per lane", name_of(space), name_of(op), bytes);
}

std::map<LineAccess, AccessSum> accesses_by_line(const report::Report& report) {
  std::map<LineAccess, AccessSum> sums;
  for (const report::Site& site : report.sites) {
    if (site.counts.requests == 0) continue;
    const memory::Op op = report::kind_of(site.space, site.op).op;  // as in the totals
    AccessSum& sum = sums[{site.place.file, site.place.line, site.space, op, site.bytes}];
    sum.counts += site.counts;
    sum.worst_ways = std::max(sum.worst_ways, site.worst_ways);
  }
  return sums;
}

std::string code_line(const Outcome& outcome, const SourcePlace& place) {
  if (place.line == 0) return "line not known";
  std::string text = fmt::format("{}:{}", place.file, place.line);
  if (text_of_file(outcome, place.file) != nullptr)
    text += fmt::format(": {}", line_at(outcome, place));
  return text;
}

std::string per_request(std::uint64_t count, std::uint64_t requests) {
  if (requests == 0) return "-";
  return text::Texts::rounded(static_cast<double>(count) / static_cast<double>(requests), 1);
}

std::string times(double cost, double other) {
  if (other == 0) return "-";
  return picture::number_text(cost / other) + "x";
}

std::string ratio_text(double a, double b) {
  const std::string ratio = times(std::max(a, b), std::min(a, b));
  if (ratio == "-" || ratio == times(1, 1)) return ratio;
  return ratio + (b > a ? " more" : " less");
}

std::string diagnostics_text(const report::Report& report) {
  std::string text;
  for (const Diagnostic& diagnostic : report.diagnostics) text += diagnostic.text() + "\n";
  if (report.diagnostics_total > report.diagnostics.size())
    text += fmt::format("{} more\n", grouped(report.diagnostics_total - report.diagnostics.size()));
  for (const Diagnostic& remark : report.remarks) text += remark.text() + "\n";
  const bool at_limit = std::ranges::any_of(report.diagnostics, [](const Diagnostic& each) {
    return each.kind == DiagnosticKind::budget_exceeded ||
           each.kind == DiagnosticKind::waits_for_block;
  });
  if (at_limit) text += "The limit is --max-instructions; a larger one lets the kernel go on.\n";
  return text;
}

std::string errors_line(const report::Report& report) {
  const auto is_error = [](const Diagnostic& each) { return each.severity == Severity::error; };
  const auto first = std::ranges::find_if(report.diagnostics, is_error);
  if (first == report.diagnostics.end())
    return report.complete ? "" : "The run did not get to its end.\n";
  const auto errors = std::ranges::count_if(report.diagnostics, is_error);
  return fmt::format("{} error{} in this run; `lanescope sim` lists {}. The first: {}\n", errors,
                     errors == 1 ? "" : "s", errors == 1 ? "it" : "them all", first->text());
}

std::string printed_text(const report::Report& report) {
  if (report.printed.empty()) return {};
  std::string text = "Printed by the kernel\n" + report.printed;
  if (!text.ends_with('\n')) text += '\n';
  if (report.printed_is_cut) text += "... (what it printed beyond 1 MiB is left out)\n";
  return text;
}

}  // namespace lanescope::app
