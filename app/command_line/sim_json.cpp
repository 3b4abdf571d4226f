#include <nlohmann/json.hpp>

#include "app/command_line/sim_parts.h"
#include "app/command_line/sim_text.h"
#include "app/command_line/text_table.h"
#include "app/session/selection/access_names.h"
#include "sim/metrics/metrics.h"

namespace lanescope::app {
namespace {

using Json = nlohmann::ordered_json;
using memory::Space;
using report::Counts;

// The counts that the space has, those of bytes last.
Json counts_json(Space space, const Counts& counts) {
  Json json;
  for (const bool bytes : {false, true}) {
    for (const report::Metric& metric : report::access_metrics()) {
      if (metric.is_shown(report::Metric::data) && metric.is_of(space) &&
          (metric.unit == "bytes") == bytes) {
        json[metric.data_name()] = metric.of_counts(counts).as_data<Json>();
      }
    }
  }
  return json;
}

Json site_json(const report::Site& site) {
  Json json{{"file", site.place.file},     {"line", site.place.line},
            {"column", site.place.column}, {"space", name_of(site.space)},
            {"op", name_of(site.op)},      {"bytes", site.bytes}};
  json.update(counts_json(site.space, site.counts));
  json["worst_ways"] = site.worst_ways;
  return json;
}

// Null for an unknown line and for the end of the kernel.
Json line_json(int line) { return line != 0 ? Json(line) : Json(nullptr); }

Json branch_json(const report::Branch& branch) {
  return {{"file", branch.place.file},
          {"line", branch.place.line},
          {"column", branch.place.column},
          {"ptx_line", branch.ptx_line},
          {"executions", branch.executions},
          {"divergent", branch.divergent},
          {"all_taken", branch.all_taken},
          {"lanes_taken", branch.lanes_taken},
          {"lanes_not_taken", branch.lanes_not_taken},
          {"taken_line", line_json(branch.taken_line)},
          {"not_taken_line", line_json(branch.not_taken_line)},
          {"efficiency", report::branch_efficiency(branch.executions, branch.divergent)}};
}

Json activity_json(const report::Activity& activity) {
  return {{"line", activity.place.line},
          {"instructions", activity.instructions},
          {"executions", activity.executions},
          {"active_lanes", activity.active_lanes()}};
}

Json instruction_json(const report::Activity& activity) {
  return {{"ptx_line", activity.ptx_line},
          {"line", activity.place.line},
          {"executions", activity.executions},
          {"active_lanes", activity.active_lanes()}};
}

Json launched_json(const report::LaunchedKernel& launched) {
  return {{"kernel", launched.kernel},
          {"launches", launched.launches},
          {"blocks", launched.blocks},
          {"depth", launched.depth},
          {"totals", totals_json(launched.totals)}};
}

Json launch_group_json(const report::LaunchGroup& group) {
  return {{"parent", group.parent ? Json(*group.parent) : Json(nullptr)},
          {"kernel", group.kernel},
          {"grid", group.grid},
          {"block", group.block},
          {"depth", group.depth},
          {"file", group.place.file},
          {"line", group.place.line},
          {"one_a", name_of(group.by)},
          {"tail", group.is_tail},
          {"launches", group.launches},
          {"launching_blocks", group.launching_blocks},
          {"blocks", group.blocks},
          {"warp_instructions", group.warp_instructions}};
}

Json array_json(const report::ArrayInfo& array) {
  return {{"name", array.name},
          {"type", array.type},
          {"count", array.count},
          {"fnv1a64", array.fnv1a64}};
}

Json coordinates_json(const std::optional<report::Dim3>& coordinates) {
  return coordinates ? Json(*coordinates) : Json(nullptr);
}

Json other_json(const std::optional<OtherPlace>& other) {
  if (!other) return nullptr;
  return {{"file", other->place.file},
          {"line", other->place.line},
          {"column", other->place.column},
          {"block", other->block},
          {"thread", other->thread}};
}

Json diagnostic_json(const Diagnostic& diagnostic) {
  return {{"severity", name_of(diagnostic.severity)},
          {"kind", name_of(diagnostic.kind)},
          {"message", diagnostic.message},
          {"file", diagnostic.place.file},
          {"line", diagnostic.place.line},
          {"column", diagnostic.place.column},
          {"block", coordinates_json(diagnostic.block)},
          {"thread", coordinates_json(diagnostic.thread)},
          {"address", diagnostic.address ? Json(*diagnostic.address) : Json(nullptr)},
          {"other", other_json(diagnostic.other)},
          {"count", diagnostic.count}};
}

Json left_out_json(const compile::LeftOut& left_out) {
  return {{"file", left_out.file},
          {"line", left_out.line},
          {"what", left_out.what},
          {"missing", left_out.is_missing}};
}

template <typename Items, typename ToJson>
Json array_of(const Items& items, ToJson&& to_json) {
  Json json = Json::array();
  for (const auto& item : items) json.push_back(to_json(item));
  return json;
}

}  // namespace

Json totals_json(const report::Totals& totals) {
  Json json;
  for (const report::Metric& metric : report::launch_metrics()) {
    if (metric.is_shown(report::Metric::data))
      json[metric.data_name()] = metric.of_launch({totals}).as_data<Json>();
  }
  for (const report::AccessKind& kind : report::access_kinds())
    json[name_of(kind)] = counts_json(kind.space, report::counts_in(totals, kind));
  return json;
}

Json diagnostics_json(const report::Report& report) {
  Json json = array_of(report.diagnostics, diagnostic_json);
  for (const Diagnostic& remark : report.remarks) json.push_back(diagnostic_json(remark));
  return json;
}

std::string sim_json(const Outcome& outcome) {
  const report::Report& report = outcome.report;
  Json json{{"schema", "lanescope.sim/1"},
            {"lesson", outcome.resolved.lesson_id},
            {"variant", outcome.resolved.variant},
            {"kernel", report.kernel}};
  if (outcome.machine != nullptr) json["machine"] = outcome.machine->id;
  json["params"] = outcome.resolved.params;
  json["grid"] = report.grid;
  json["block"] = report.block;
  json["compiler"] = outcome.ptx.compiler;
  if (!outcome.ptx.left_out.empty())
    json["left_out"] = array_of(outcome.ptx.left_out, left_out_json);
  json["blocks"] = {{"simulated", report.blocks_simulated}, {"total", report.blocks_total}};
  json["totals"] = totals_json(report.totals);
  if (!report.launched.empty()) json["launches"] = array_of(report.launched, launched_json);
  if (!report.launch_tree.empty()) {
    json["launch_tree"] = array_of(report.launch_tree, launch_group_json);
    json["launches_left_out"] = report.launches_left_out;
    json["launches_per_depth"] = report.launches_per_depth;
  }
  json["sites"] = array_of(report.sites, site_json);
  json["branches"] = array_of(report.branches, branch_json);
  json["lines"] = array_of(report.activity, activity_json);
  for (const report::IncludedLines& each : report.included) {
    for (const report::Activity& line : each.activity) {
      json["lines"].push_back(activity_json(line));
      json["lines"].back()["file"] = each.file;
    }
  }
  json["instructions"] = array_of(report.instructions, instruction_json);
  json["arrays"] = array_of(report.arrays, array_json);
  json["diagnostics"] = diagnostics_json(report);
  json["printed"] = report.printed;
  json["printed_is_cut"] = report.printed_is_cut;
  return printed(json);
}

}  // namespace lanescope::app
