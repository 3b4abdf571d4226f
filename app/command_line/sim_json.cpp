#include "app/command_line/sim_json.h"

#include <nlohmann/json.hpp>

#include "app/command_line/words.h"

namespace lanescope::app {
namespace {

using Json = nlohmann::ordered_json;
using memory::Space;
using report::Counts;

// The counters that hardware has for the space, and `bytes_used` beside them.
Json counts_json(Space space, const Counts& counts) {
  Json json{{"requests", counts.requests}};
  switch (space) {
    case Space::global:
    case Space::local:
      json["sectors"] = counts.sectors;
      json["ideal_sectors"] = counts.ideal_sectors;
      json["tag_lookups"] = counts.tag_lookups;
      json["bytes_requested"] = counts.bytes_requested;
      json["bytes_used"] = counts.bytes_used;
      break;
    case Space::shared:
      json["wavefronts"] = counts.wavefronts;
      json["ideal_wavefronts"] = counts.ideal_wavefronts;
      json["conflicts"] = counts.conflicts;
      json["bytes_requested"] = counts.bytes_requested;
      break;
    case Space::constant:
      json["wavefronts"] = counts.wavefronts;
      json["ideal_wavefronts"] = counts.ideal_wavefronts;
      json["bytes_requested"] = counts.bytes_requested;
      break;
  }
  return json;
}

Json totals_json(const report::Totals& totals) {
  return {{"warp_instructions", totals.warp_instructions},
          {"thread_instructions", totals.thread_instructions},
          {"branches", totals.branches},
          {"divergent_branches", totals.divergent_branches},
          {"barriers", totals.barriers},
          {"global_load", counts_json(Space::global, totals.global_load)},
          {"global_store", counts_json(Space::global, totals.global_store)},
          {"global_atomic", counts_json(Space::global, totals.global_atomic)},
          {"shared_load", counts_json(Space::shared, totals.shared_load)},
          {"shared_store", counts_json(Space::shared, totals.shared_store)},
          {"shared_atomic", counts_json(Space::shared, totals.shared_atomic)},
          {"local_load", counts_json(Space::local, totals.local_load)},
          {"local_store", counts_json(Space::local, totals.local_store)},
          {"constant_load", counts_json(Space::constant, totals.constant_load)}};
}

Json site_json(const report::Site& site) {
  Json json{{"file", site.place.file},   {"line", site.place.line}, {"column", site.place.column},
            {"space", word(site.space)}, {"op", word(site.op)},     {"bytes", site.bytes}};
  json.update(counts_json(site.space, site.counts));
  json["worst_ways"] = site.worst_ways;
  return json;
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

Json diagnostic_json(const Diagnostic& diagnostic) {
  return {{"severity", name_of(diagnostic.severity)},
          {"kind", name_of(diagnostic.kind)},
          {"message", diagnostic.message},
          {"file", diagnostic.place.file},
          {"line", diagnostic.place.line},
          {"column", diagnostic.place.column},
          {"block", coordinates_json(diagnostic.block)},
          {"thread", coordinates_json(diagnostic.thread)}};
}

template <typename Items, typename ToJson>
Json array_of(const Items& items, ToJson&& to_json) {
  Json json = Json::array();
  for (const auto& item : items) json.push_back(to_json(item));
  return json;
}

}  // namespace

Json sim_json(const Outcome& outcome) {
  const report::Report& report = outcome.report;
  Json params = Json::object();
  for (const auto& [name, value] : outcome.resolved.params) params[name] = value;
  Json json{{"schema", "lanescope.sim/1"},
            {"lesson", outcome.resolved.lesson_id},
            {"variant", outcome.resolved.variant},
            {"kernel", report.kernel}};
  json["params"] = std::move(params);
  json["grid"] = report.grid;
  json["block"] = report.block;
  json["compiler"] = outcome.ptx.compiler;
  json["blocks"] = {{"simulated", report.blocks_simulated}, {"total", report.blocks_total}};
  json["totals"] = totals_json(report.totals);
  json["sites"] = array_of(report.sites, site_json);
  json["arrays"] = array_of(report.arrays, array_json);
  json["diagnostics"] = array_of(report.diagnostics, diagnostic_json);
  return json;
}

}  // namespace lanescope::app
