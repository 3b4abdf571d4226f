#include "app/session/export/provenance.h"

#include <nlohmann/json.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/session/export/table.h"

namespace lanescope::app {
namespace {

std::string dimensions(const report::Dim3& d) { return fmt::format("{} {} {}", d[0], d[1], d[2]); }

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
  made.machine = outcome.machine != nullptr ? outcome.machine->name : "H200";
  made.origins = {"MODEL"};
  made.compiler = outcome.ptx.compiler + " " + outcome.ptx.compiler_version;
  made.program = program_name();
  return made;
}

std::vector<std::pair<std::string, std::string>> columns_of(const Provenance& made) {
  return {
      {"lesson", made.lesson},         {"variant", made.variant},
      {"kernel", made.kernel},         {"params", values_list(made.params)},
      {"grid", dimensions(made.grid)}, {"block", dimensions(made.block)},
      {"machine", made.machine},       {"source", fmt::format("{}", fmt::join(made.origins, " "))},
      {"compiler", made.compiler},     {"program", made.program}};
}

nlohmann::ordered_json json_of(const Provenance& made) {
  nlohmann::ordered_json params = nlohmann::ordered_json::object();
  for (const auto& [name, value] : made.params) params[name] = value;
  nlohmann::ordered_json json{{"lesson", made.lesson},   {"variant", made.variant},
                              {"kernel", made.kernel},   {"params", std::move(params)},
                              {"grid", made.grid},       {"block", made.block},
                              {"machine", made.machine}, {"source", made.origins}};
  if (!made.measured_on.empty()) json["measured_on"] = made.measured_on;
  if (!made.recorded_on.empty()) json["recorded_on"] = made.recorded_on;
  json["compiler"] = made.compiler;
  json["program"] = made.program;
  return json;
}

}  // namespace lanescope::app
