#include "app/session/export/provenance.h"

#include <nlohmann/json.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/session/run/timing_key.h"

namespace lanescope::app {
namespace {

std::string dimensions(const report::Dim3& d) {
  return d[0] == 0 ? std::string() : fmt::format("{} {} {}", d[0], d[1], d[2]);
}

nlohmann::ordered_json known(const report::Dim3& d) {
  return d[0] == 0 ? nlohmann::ordered_json() : nlohmann::ordered_json(d);
}

}  // namespace

std::string program_name() { return "Lanescope " LANESCOPE_VERSION; }

Provenance provenance_of(const Outcome& outcome) {
  Provenance made;
  made.lesson = outcome.resolved.lesson_id;
  made.lesson_title = outcome.lesson_title;
  made.variant = outcome.resolved.variant;
  made.kernel = outcome.report.kernel;
  made.params = outcome.resolved.params;
  made.grid = outcome.report.grid;
  made.block = outcome.report.block;
  made.machine = machine_name(outcome);
  made.origins = {"MODEL"};
  made.compiler = outcome.ptx.compiler + " " + outcome.ptx.compiler_version;
  made.program = program_name();
  return made;
}

std::string differences_list(const std::vector<Difference>& differences) {
  std::vector<std::string> all;
  for (const Difference& each : differences) {
    const std::string name = each.name.empty() ? name_of(each.kind) : each.name;
    const auto or_none = [](const std::string& text) { return text.empty() ? "none" : text; };
    all.push_back(each.kind == DifferenceKind::text
                      ? fmt::format("{}: {} lines", name, each.lines)
                      : fmt::format("{} {} -> {}", name, or_none(each.a), or_none(each.b)));
  }
  return fmt::format("{}", fmt::join(all, ", "));
}

std::vector<std::pair<std::string, std::string>> columns_of(const Provenance& made) {
  std::vector<std::pair<std::string, std::string>> columns = {
      {"lesson", made.lesson},         {"variant", made.variant},
      {"kernel", made.kernel},         {"params", short_params(made.params)},
      {"grid", dimensions(made.grid)}, {"block", dimensions(made.block)},
      {"machine", made.machine},       {"source", fmt::format("{}", fmt::join(made.origins, " "))},
      {"compiler", made.compiler},     {"program", made.program}};
  if (made.against == nullptr) return columns;
  for (const auto& [name, value] : columns_of(*made.against)) {
    if (name != "source" && name != "program") columns.emplace_back("a_" + name, value);
  }
  columns.emplace_back("differences", differences_list(made.differences));
  return columns;
}

nlohmann::ordered_json json_of(const Difference& difference) {
  const auto or_null = [](const std::string& text) {
    return text.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(text);
  };
  nlohmann::ordered_json json{{"kind", name_of(difference.kind)},
                              {"name", difference.name},
                              {"a", or_null(difference.a)},
                              {"b", or_null(difference.b)}};
  if (difference.kind == DifferenceKind::text) json["lines"] = difference.lines;
  return json;
}

nlohmann::ordered_json json_of(const Provenance& made) {
  nlohmann::ordered_json params = nlohmann::ordered_json::object();
  for (const auto& [name, value] : made.params) params[name] = value;
  const nlohmann::ordered_json kernel =
      made.kernel.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(made.kernel);
  nlohmann::ordered_json json{{"lesson", made.lesson},    {"variant", made.variant},
                              {"kernel", kernel},         {"params", std::move(params)},
                              {"grid", known(made.grid)}, {"block", known(made.block)},
                              {"machine", made.machine},  {"source", made.origins}};
  if (!made.measured_on.empty()) json["measured_on"] = made.measured_on;
  if (!made.recorded_on.empty()) json["recorded_on"] = made.recorded_on;
  json["compiler"] = made.compiler;
  json["program"] = made.program;
  if (made.against == nullptr) return json;
  json["a"] = json_of(*made.against);
  json["differences"] = nlohmann::ordered_json::array();
  for (const Difference& each : made.differences) json["differences"].push_back(json_of(each));
  return json;
}

}  // namespace lanescope::app
