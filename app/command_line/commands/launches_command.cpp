#include <algorithm>
#include <filesystem>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "app/command_line/command.h"
#include "app/command_line/sim_parts.h"
#include "app/command_line/text_table.h"
#include "app/session/start/launch_arguments.h"
#include "app/session/start/launch_lesson.h"
#include "kernels/launches/reader.h"

namespace lanescope::app {
namespace {

using Json = nlohmann::ordered_json;
using launches::Launch;

// "64 x 64": without trailing ones.
std::string extent_text(const launches::Dim3& size) {
  if (size[2] != 1) return fmt::format("{} x {} x {}", size[0], size[1], size[2]);
  if (size[1] != 1) return fmt::format("{} x {}", size[0], size[1]);
  return fmt::format("{}", size[0]);
}

std::string launch_place(const SourcePlace& place) {
  if (place.line == 0) return "";
  return fmt::format("{}:{}", std::filesystem::path(place.file).filename().string(), place.line);
}

// "8x", "2-way"; empty: no access, or none that costs more than it must.
std::string worst_text(const launches::Worst& worst) {
  if (worst.ways > 1) return fmt::format("{}-way", worst.ways);
  return worst.space.empty() || worst.ratio() < 1.05 ? "" : fmt::format("{:.3g}x", worst.ratio());
}

std::string numbers_of(const launches::Group& group) {
  const std::size_t first = group.launches.front() + 1, last = group.launches.back() + 1;
  return first == last ? fmt::format("{}", first) : fmt::format("{} ... {}", first, last);
}

std::string kept_text(const Launch& launch) {
  return !launch.needs.empty() ? "needs " + launch.needs : launch.has_contents() ? "" : "no arrays";
}

Json json_of(const SourcePlace& place) {
  if (place.line == 0) return nullptr;
  return {{"file", place.file}, {"line", place.line}};
}

Json findings_json(const std::vector<Diagnostic>& findings) {
  report::Report report;
  report.diagnostics = findings;
  return diagnostics_json(report);
}

struct LaunchesCommand : Command {
  LaunchesCommand()
      : Command("launches", "List the launches of a program that lanescope run has recorded") {
    add("FILE.lanes", &file, "The recording: lanescope run -o FILE.lanes").required();
    add("--all", &all, "Each launch by itself; if left out, launches alike are one line");
    add("--lesson N", &lesson, "Write launch N as a lesson").positive().needs("--out");
    add("--out DIR", &out, "The lesson's folder, which is made").needs("--lesson");
    add_json("lanescope.launches/1");
  }

  Result run(const Screen& /*screen*/) override {
    const auto opened = launches::File::open(file);
    if (!opened) return wrong_input(opened.error());
    if (lesson) return write_lesson(*opened);
    return success(json ? printed(document(*opened)) : text(*opened));
  }

 private:
  Result write_lesson(const launches::File& from) const {
    std::error_code ignored;
    if (std::filesystem::exists(std::filesystem::path(out) / "lesson.toml", ignored))
      return wrong_input(fmt::format("{} has a lesson.toml already", out));
    const auto written = write_launch_lesson(from, *lesson, out);
    if (!written) {
      std::string message = written.error();
      if (const auto other = shown_instead_of(from, *lesson); other && *other != *lesson)
        message += fmt::format("; launch {} is one like it, with its arrays", *other);
      return wrong_input(message);
    }
    return success(fmt::format("{}\n", written->string()));
  }

  [[nodiscard]] std::string text(const launches::File& from) const {
    const launches::Program& program = from.program();
    std::string text = fmt::format(
        "{}{}{}: {} launches, recorded {}", program.command, program.arguments.empty() ? "" : " ",
        fmt::join(program.arguments, " "), grouped(from.launches().size()), program.date);
    if (!from.exit()) text += from.is_cut() ? "; the file is cut off" : "; it did not end";
    text += "\n\n" + (all ? each_text(from) : groups_text(from));
    for (const Diagnostic& each : from.findings()) text += each.text() + "\n";
    return text;
  }

  static std::string groups_text(const launches::File& from) {
    TextTable table({Align::left, Align::right, Align::right, Align::right, Align::right,
                     Align::right, Align::right, Align::right, Align::right, Align::right,
                     Align::left});
    table.add_row({"kernel", "times", "launch", "grid", "block", "instructions", "sectors",
                   "wavefronts", "worst", "findings", "line"});
    for (const launches::Group& group : launches::groups_of(from.launches())) {
      const Launch& first = from.launches()[group.launches.front()];
      const auto percent = [](double share) { return fmt::format("{:.1f}%", 100 * share); };
      table.add_row({first.kernel, grouped(group.launches.size()), numbers_of(group),
                     extent_text(first.grid), extent_text(first.block),
                     percent(group.share_of_instructions), percent(group.share_of_sectors),
                     percent(group.share_of_wavefronts), worst_text(group.worst),
                     group.findings == 0 ? "" : grouped(group.findings),
                     launch_place(first.place)});
    }
    return table.text();
  }

  static std::string each_text(const launches::File& from) {
    TextTable table({Align::right, Align::left, Align::right, Align::right, Align::right,
                     Align::right, Align::right, Align::right, Align::right, Align::left,
                     Align::left, Align::left});
    table.add_row({"launch", "kernel", "grid", "block", "instructions", "sectors", "wavefronts",
                   "worst", "findings", "line", "ended", "kept"});
    for (const Launch& each : from.launches()) {
      const launches::Outcome& outcome = each.outcome;
      table.add_row({grouped(each.number), each.kernel, extent_text(each.grid),
                     extent_text(each.block), grouped(outcome.totals.warp_instructions),
                     grouped(launches::sectors_of(outcome.totals)),
                     grouped(launches::wavefronts_of(outcome.totals)), worst_text(outcome.worst),
                     outcome.findings_total == 0 ? "" : grouped(outcome.findings_total),
                     launch_place(each.place),
                     outcome.error_name.empty() ? name_of(outcome.status) : outcome.error_name,
                     kept_text(each)});
    }
    return table.text();
  }

  static Json document(const launches::File& from) {
    const launches::Program& program = from.program();
    Json object = {{"schema", "lanescope.launches/1"},
                   {"program",
                    {{"command", program.command},
                     {"arguments", program.arguments},
                     {"folder", program.folder},
                     {"machine", program.machine},
                     {"compiler", program.compiler},
                     {"version", program.version},
                     {"date", program.date}}},
                   {"cut", from.is_cut()},
                   {"exit", nullptr}};
    if (const auto& exit = from.exit()) {
      object["exit"] = {{"code", exit->code},
                        {"signal", exit->signal},
                        {"milliseconds", exit->milliseconds},
                        {"errors", exit->errors},
                        {"message", exit->message}};
    }
    object["groups"] = Json::array();
    for (const launches::Group& group : launches::groups_of(from.launches()))
      object["groups"].push_back(group_document(group));
    object["launches"] = Json::array();
    ArgumentNames names(from);
    for (const Launch& each : from.launches())
      object["launches"].push_back(launch_document(names, each));
    object["findings"] = findings_json(from.findings());
    return object;
  }

  static Json group_document(const launches::Group& group) {
    Json numbers = Json::array();
    for (const std::size_t each : group.launches) numbers.push_back(each + 1);
    return {{"launches", numbers},
            {"share_of_instructions", group.share_of_instructions},
            {"share_of_sectors", group.share_of_sectors},
            {"share_of_wavefronts", group.share_of_wavefronts},
            {"milliseconds", group.milliseconds},
            {"device_milliseconds",
             group.device_milliseconds ? Json(*group.device_milliseconds) : Json(nullptr)},
            {"findings", group.findings},
            {"errors", group.errors}};
  }

  static Json launch_document(ArgumentNames& names, const Launch& launch) {
    const launches::Outcome& outcome = launch.outcome;
    Json arguments = Json::array();
    for (const NamedArgument& each : names.of(launch)) {
      arguments.push_back({{"name", each.name},
                           {"type", each.type},
                           {"value", each.value},
                           {"array_bytes", each.array_bytes}});
    }
    Json worst = nullptr;
    if (!outcome.worst.space.empty()) {
      worst = {{"place", json_of(outcome.worst.place)},
               {"space", outcome.worst.space},
               {"cost", outcome.worst.cost},
               {"ideal", outcome.worst.ideal},
               {"ways", outcome.worst.ways}};
    }
    return {{"number", launch.number},
            {"kernel", launch.kernel},
            {"symbol", launch.symbol},
            {"place", json_of(launch.place)},
            {"grid", launch.grid},
            {"block", launch.block},
            {"dynamic_shared_bytes", launch.dynamic_shared_bytes},
            {"cooperative", launch.is_cooperative},
            {"stream", launch.stream},
            {"arguments", arguments},
            {"kept", launch.has_contents()},
            {"needs", launch.needs},
            {"status", name_of(outcome.status)},
            {"error", outcome.error_name},
            {"milliseconds", outcome.milliseconds},
            {"device_milliseconds",
             outcome.device_milliseconds ? Json(*outcome.device_milliseconds) : Json(nullptr)},
            {"blocks_run", outcome.blocks_run},
            {"launched_by_kernels", outcome.launched_by_kernels},
            {"worst", worst},
            {"totals", totals_json(outcome.totals)},
            {"printed", outcome.printed},
            {"findings", findings_json(outcome.findings)}};
  }

  std::string file, out;
  std::optional<std::uint64_t> lesson;
  bool all = false;
};

}  // namespace

std::unique_ptr<Command> make_launches() { return std::make_unique<LaunchesCommand>(); }

}  // namespace lanescope::app
