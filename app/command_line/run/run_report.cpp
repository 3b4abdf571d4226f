#include "app/command_line/run/run_report.h"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/command_line/sim_parts.h"
#include "app/command_line/text_table.h"

namespace lanescope::app {
namespace {

using Json = nlohmann::ordered_json;
using launches::Launch;

// A program may have thousands; the file has them all.
constexpr std::size_t most_groups_shown = 40, most_findings_shown = 20;

std::string so_many(std::uint64_t number, const char* one, const char* more) {
  return fmt::format("{} {}", grouped(number), number == 1 ? one : more);
}

// "128 x 2": without the ones at the end.
std::string launch_shape_text(const launches::Dim3& shape) {
  if (shape[2] != 1) return fmt::format("{} x {} x {}", shape[0], shape[1], shape[2]);
  if (shape[1] != 1) return fmt::format("{} x {}", shape[0], shape[1]);
  return fmt::format("{}", shape[0]);
}

std::string run_place_text(const SourcePlace& place) {
  return place.line > 0 ? fmt::format("{}:{}", place.file, place.line) : place.file;
}

const Launch& first_launch_of(const launches::File& file, const launches::Group& group) {
  return file.launches()[group.launches.front()];
}

std::string run_groups_text(const launches::File& file,
                            const std::vector<launches::Group>& groups) {
  TextTable table({Align::left, Align::right, Align::left, Align::left, Align::right, Align::right,
                   Align::right, Align::right});
  table.add_row(
      {"kernel", "launches", "grid", "block", "instructions", "sectors", "wavefronts", "findings"});
  for (std::size_t i = 0; i < std::min(groups.size(), most_groups_shown); ++i) {
    const launches::Group& group = groups[i];
    const Launch& first = first_launch_of(file, group);
    const report::Totals& totals = group.facts.totals;
    table.add_row({first.kernel, grouped(group.launches.size()), launch_shape_text(first.grid),
                   launch_shape_text(first.block), grouped(totals.warp_instructions),
                   grouped(launches::sectors_of(totals)), grouped(launches::wavefronts_of(totals)),
                   grouped(group.findings - group.notes)});
  }
  std::string text = table.text();
  if (groups.size() > most_groups_shown)
    text += fmt::format("{} more kinds of launches\n", grouped(groups.size() - most_groups_shown));
  return text;
}

std::string run_findings_text(const std::vector<FindingOfRun>& findings) {
  std::string text;
  for (std::size_t i = 0; i < std::min(findings.size(), most_findings_shown); ++i) {
    const FindingOfRun& each = findings[i];
    text += each.finding.text() + "\n";
    if (each.first == nullptr) continue;
    text += fmt::format("  in launch {} of {}", each.first->number, each.first->kernel);
    if (each.first->place.line > 0)
      text += fmt::format(" at {}", run_place_text(each.first->place));
    if (each.launches > 1)
      text +=
          fmt::format(", and in {}", so_many(each.launches - 1, "more launch", "more launches"));
    text += "\n";
  }
  if (findings.size() > most_findings_shown)
    text += fmt::format("{} more findings\n", grouped(findings.size() - most_findings_shown));
  return text;
}

// Launches that CUDA refused, or that failed without a finding.
std::string run_errors_text(const launches::File& file) {
  std::string text;
  std::size_t shown = 0;
  for (const Launch& launch : file.launches()) {
    const launches::Outcome& outcome = launch.outcome;
    if (outcome.error_name.empty() || !outcome.findings.empty()) continue;
    if (++shown > most_findings_shown) return text + "More launches returned an error.\n";
    text += fmt::format("launch {} of {}{} returned {}\n", launch.number, launch.kernel,
                        launch.place.line > 0 ? " at " + run_place_text(launch.place) : "",
                        outcome.error_name);
  }
  return text;
}

// Of the host's code; which of them the program asked for on purpose is not known.
std::string failed_calls_text(const launches::File& file) {
  if (!file.exit() || file.exit()->errors == 0) return "";
  return fmt::format("{} of the CUDA runtime returned an error\n",
                     so_many(file.exit()->errors, "call", "calls"));
}

std::string run_ending_text(const RunOfProgram& run) {
  const std::string said = run.file && run.file->exit() ? run.file->exit()->message : "";
  if (run.end.signal != 0) {
    return fmt::format("{} was ended by signal {} ({}){}{}\n", run.command, run.end.signal,
                       ::strsignal(run.end.signal), said.empty() ? "" : ": ", said);
  }
  return said.empty() ? "" : fmt::format("{}: {}\n", run.command, said);
}

Json launch_place_json(const SourcePlace& place) {
  if (place.line == 0) return nullptr;
  return {{"file", place.file}, {"line", place.line}};
}

Json run_finding_json(const FindingOfRun& each) {
  report::Report report;
  report.diagnostics.push_back(each.finding);
  Json json = diagnostics_json(report).front();
  json["launch"] = each.first != nullptr ? Json(each.first->number) : Json(nullptr);
  json["launches"] = each.launches;
  return json;
}

Json run_group_json(const launches::File& file, const launches::Group& group) {
  const Launch& first = first_launch_of(file, group);
  Json numbers = Json::array();
  for (const std::size_t index : group.launches) numbers.push_back(file.launches()[index].number);
  return {{"kernel", first.kernel},
          {"symbol", first.symbol},
          {"place", launch_place_json(first.place)},
          {"grid", first.grid},
          {"block", first.block},
          {"shared_bytes", group.facts.shared_bytes},
          {"cooperative", first.is_cooperative},
          {"launches", numbers},
          {"milliseconds", group.milliseconds},
          {"errors", group.errors},
          {"findings", group.findings},
          {"totals", totals_json(group.facts.totals)}};
}

constexpr std::size_t most_replays_shown = 40;

// Each launch on the GPU beside its emulation: one line in all, and one for each launch that is not
// equal.
std::string replays_text(const launches::File& file, const std::vector<Replay>& replays) {
  const auto count = [&](ReplayVerdict verdict) {
    return static_cast<std::uint64_t>(std::ranges::count(replays, verdict, &Replay::verdict));
  };
  double milliseconds = 0;
  for (const launches::Launch& each : file.launches())
    milliseconds += each.outcome.device_milliseconds.value_or(0);
  std::string text = fmt::format(
      "on the GPU {:.3g} ms; beside the emulation: {} equal, {} within rounding, {} different, {} "
      "not compared\n",
      milliseconds, grouped(count(ReplayVerdict::equal)), grouped(count(ReplayVerdict::rounded)),
      grouped(count(ReplayVerdict::differs)), grouped(count(ReplayVerdict::not_compared)));
  std::size_t shown = 0;
  for (const Replay& each : replays) {
    if (each.why.empty()) continue;
    if (++shown > most_replays_shown)
      return text + "More launches are different or not compared.\n";
    const launches::Launch& launch = file.launches()[each.number - 1];
    text +=
        fmt::format("launch {} of {}: {}{}\n", each.number, launch.kernel,
                    each.verdict == ReplayVerdict::not_compared ? "not compared: " : "", each.why);
  }
  return text;
}

// "device" of lanescope.run/1.
Json replays_json(const launches::File& file, const std::vector<Replay>& replays) {
  Json list = Json::array();
  for (const Replay& each : replays) {
    const auto& time = file.launches()[each.number - 1].outcome.device_milliseconds;
    list.push_back({{"launch", each.number},
                    {"milliseconds", time ? Json(*time) : nullptr},
                    {"verdict", name_of(each.verdict)},
                    {"why", each.why},
                    {"arrays", each.arrays},
                    {"bytes", each.bytes}});
  }
  return list;
}

}  // namespace

std::vector<FindingOfRun> findings_of(const launches::File& file) {
  std::vector<FindingOfRun> all;
  const auto other_line = [](const Diagnostic& finding) {
    return finding.other ? finding.other->ptx_line : 0;
  };
  const auto add = [&](const Diagnostic& finding, const Launch* launch) {
    const auto known = std::ranges::find_if(all, [&](const FindingOfRun& each) {
      return each.finding.kind == finding.kind && each.finding.severity == finding.severity &&
             each.finding.place == finding.place && each.finding.ptx_line == finding.ptx_line &&
             other_line(each.finding) == other_line(finding) &&
             (each.first == nullptr) == (launch == nullptr) &&
             (launch == nullptr || each.first->symbol == launch->symbol);
    });
    if (known == all.end()) {
      all.push_back({finding, launch, launch, launch != nullptr ? 1U : 0U});
      return;
    }
    known->finding.count += finding.count;
    if (launch != nullptr && launch != known->last) ++known->launches;
    known->last = launch;
  };
  for (const Launch& launch : file.launches()) {
    for (const Diagnostic& each : launch.outcome.findings) add(each, &launch);
  }
  for (const Diagnostic& each : file.findings()) add(each, nullptr);
  return all;
}

bool is_no_note(const FindingOfRun& each) { return each.finding.severity != Severity::note; }

std::string run_text(const RunOfProgram& run) {
  std::string text = run_ending_text(run);
  if (!run.file) return text + (run.problem.empty() ? "" : run.problem + "\n");
  const launches::File& file = *run.file;
  const std::vector<launches::Group> groups = launches::groups_of(file.launches());
  const std::vector<FindingOfRun> findings = findings_of(file);
  if (groups.empty()) {
    text += fmt::format("{}: no kernel was launched\n", run.command);
  } else {
    const auto mistakes = static_cast<std::size_t>(std::ranges::count_if(findings, is_no_note));
    const std::size_t notes = findings.size() - mistakes;
    text += fmt::format(
        "{}: {}; {}{}\n", run.command, so_many(file.launches().size(), "launch", "launches"),
        mistakes == 0 ? std::string("no findings") : so_many(mistakes, "finding", "findings"),
        notes == 0 ? std::string() : ", " + so_many(notes, "note", "notes"));
    text += run_groups_text(file, groups);
  }
  text += run_findings_text(findings) + run_errors_text(file) + failed_calls_text(file);
  if (!run.replays.empty()) text += replays_text(file, run.replays);
  if (!run.kept_as.empty()) {
    text += fmt::format("{} has them{}\n", run.kept_as,
                        file.is_cut() ? ", up to the last whole one" : "");
  }
  return text;
}

std::string run_json(const RunOfProgram& run) {
  Json json{{"schema", "lanescope.run/1"},
            {"command", run.command},
            {"exit_code", run.end.code()},
            {"signal", run.end.signal != 0 ? Json(run.end.signal) : Json(nullptr)}};
  if (!run.file) {
    json["problem"] = run.problem;
    return printed(json);
  }
  const launches::File& file = *run.file;
  const launches::Program& program = file.program();
  json["arguments"] = program.arguments;
  json["machine"] = program.machine.empty() ? Json(nullptr) : Json(program.machine);
  json["compiler"] = program.compiler.empty() ? Json(nullptr) : Json(program.compiler);
  json["message"] = file.exit() ? file.exit()->message : "";
  json["launches"] = file.launches().size();
  json["errors"] = file.exit() ? Json(file.exit()->errors) : Json(nullptr);
  Json kernels = Json::array(), findings = Json::array();
  for (const launches::Group& group : launches::groups_of(file.launches()))
    kernels.push_back(run_group_json(file, group));
  for (const FindingOfRun& each : findings_of(file)) findings.push_back(run_finding_json(each));
  json["kernels"] = std::move(kernels);
  json["findings"] = std::move(findings);
  if (!run.replays.empty()) json["device"] = replays_json(file, run.replays);
  json["file"] = run.kept_as.empty() ? Json(nullptr) : Json(run.kept_as);
  return printed(json);
}

}  // namespace lanescope::app
