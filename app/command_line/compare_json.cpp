#include <nlohmann/json.hpp>

#include "app/command_line/compare_text.h"
#include "app/command_line/text_table.h"
#include "app/session/export/table.h"
#include "app/session/selection/access_names.h"
#include "sim/machine/profile.h"

namespace lanescope::app {
namespace {

using Json = nlohmann::ordered_json;

Json number_or_null(const std::optional<double>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json line_or_null(int line) { return line != 0 ? Json(line) : Json(nullptr); }

Json side_json(const Outcome& outcome) {
  const lesson::Resolved& resolved = outcome.resolved;
  const report::Report& report = outcome.report;
  Json json;
  json["lesson"] = resolved.lesson_id;
  json["variant"] = resolved.variant;
  json["kernel"] = report.kernel;
  json["file"] = resolved.source_name;
  json["params"] = resolved.params;
  json["grid"] = report.grid;
  json["block"] = report.block;
  json["compiler"] = {{"name", outcome.ptx.compiler}, {"version", outcome.ptx.compiler_version}};
  json["machine"] = machine::file_id(outcome.request.machine);
  json["blocks"] = {{"simulated", report.blocks_simulated}, {"total", report.blocks_total}};
  json["diagnostics"] = report.diagnostics_total;
  return json;
}

Json number_json(const ComparedNumber& number) {
  Json json;
  json["group"] = number.group;
  json["name"] = number.name;
  json["a"] = number_or_null(number.a);
  json["b"] = number_or_null(number.b);
  json["ratio"] = number_or_null(number.ratio());
  json["better"] = name_of(number.winner());
  return json;
}

Json time_json(const std::optional<PointTime>& time) {
  if (!time) return nullptr;
  return {{"source", time->measured ? "MEASURED" : "RECORDED"},
          {"gpu", time->gpu},
          {"date", time->date},
          {"runs", time->cold.count},
          {"cold_ms", time->cold.median},
          {"low_ms", time->cold.median_low},
          {"high_ms", time->cold.median_high}};
}

}  // namespace

std::string compare_json(const ComparedRuns& runs) {
  Json json;
  json["schema"] = "lanescope.compare/1";
  json["a"] = side_json(*runs.a);
  json["b"] = side_json(*runs.b);
  json["differences"] = Json::array();
  for (const Difference& each : runs.differences) json["differences"].push_back(json_of(each));
  json["numbers"] = Json::array();
  for (const ComparedNumber& each : runs.numbers) json["numbers"].push_back(number_json(each));
  json["times"] = {{"a", time_json(runs.time_a)}, {"b", time_json(runs.time_b)}};
  json["lines"] = Json::array();
  for (const ComparedAccess& each : compared_lines(runs)) {
    Json line;
    line["a"] = line_or_null(each.lines.a);
    line["b"] = line_or_null(each.lines.b);
    line["same_text"] = each.lines.same;
    line["space"] = name_of(each.space);
    line["op"] = name_of(each.op);
    line["bytes"] = each.bytes;
    line["requests"] = {{"a", each.a.requests}, {"b", each.b.requests}};
    line["cost"] = number_json(each.cost);
    json["lines"].push_back(std::move(line));
  }
  json["text"] = Json::array();
  for (const LinePair& pair : runs.match) {
    if (pair.same) continue;
    json["text"].push_back({{"a", line_or_null(pair.a)}, {"b", line_or_null(pair.b)}});
  }
  return printed(json);
}

}  // namespace lanescope::app
