#include <algorithm>

#include <nlohmann/json.hpp>

#include "app/command_line/json_text.h"
#include "app/command_line/survey_text.h"
#include "app/session/selection/access_names.h"

namespace lanescope::app {
namespace {

using Json = nlohmann::ordered_json;
using survey::ArraySurvey;
using survey::Survey;

Json cost_json(const survey::Cost& cost) {
  Json json = Json::object();
  const std::vector<std::uint64_t> values = cost_values(cost);
  for (std::size_t i = 0; i < values.size(); ++i) json[cost_names()[i]] = values[i];
  return json;
}

Json array_json(const ArraySurvey& array) {
  Json json{{"name", array.array.name},           {"type", array.array.type},
            {"count", array.array.count},         {"shape", array.array.shape},
            {"reads", array.total_reads},         {"writes", array.total_writes},
            {"sectors_moved", array.total_moves}, {"bytes_used", array.total_used},
            {"has_maps", array.has_maps}};
  const double ratio = moved_per_used(array);
  json["bytes_moved_per_used"] = ratio != 0 ? Json(ratio) : Json(nullptr);
  if (!array.has_maps) return json;
  const ArraySummary summary = summary_of(array);
  json["most_reads"] = summary.max_reads;
  json["most_writes"] = summary.max_writes;
  json["untouched"] = summary.untouched;
  return json;
}

// Blocks as a table: column names, then one list per row. Thousands of objects would be mostly
// keys.
Json blocks_json(const Survey& survey) {
  Json columns{"x", "y", "z"};
  for (const std::string& name : cost_names()) columns.push_back(name);
  Json rows = Json::array();
  for (std::uint64_t i = 0; i < survey.blocks.size(); ++i) {
    Json row(survey.block_index(i));
    for (const std::uint64_t value : cost_values(survey.blocks[i])) row.push_back(value);
    rows.push_back(std::move(row));
  }
  return {{"columns", std::move(columns)},
          {"rows", std::move(rows)},
          {"truncated", survey.blocks_truncated}};
}

Json banks_of(const auto& words, int banks) {
  return Json(std::vector<std::uint64_t>(words.begin(), words.begin() + banks));
}

Json shared_json(const Survey& survey) {
  Json sites = Json::array();
  for (const survey::Site& site : survey.sites) {
    if (site.space != memory::Space::shared || site.requests == 0) continue;
    sites.push_back({{"file", site.place.file},
                     {"line", site.place.line},
                     {"op", name_of(site.op)},
                     {"bytes", site.bytes},
                     {"requests", site.requests},
                     {"bank_words", banks_of(site.bank_words, survey.bank_count())}});
  }
  std::vector<std::uint64_t> rows(survey.patterns.size());
  for (const survey::SharedRow& row : survey.rows) ++rows[row.pattern];
  Json patterns = Json::array();
  for (std::size_t i = 0; i < survey.patterns.size(); ++i) {
    const survey::BankPattern& pattern = survey.patterns[i];
    patterns.push_back({{"requests", rows[i]},
                        {"wavefronts", pattern.wavefronts},
                        {"ideal_wavefronts", pattern.ideal},
                        {"ways", pattern.ways},
                        {"bank_words", banks_of(pattern.words, survey.bank_count())}});
  }
  return {{"banks", survey.bank_count()}, {"requests", survey.rows_total},
          {"rows", survey.rows.size()},   {"truncated", survey.rows_truncated},
          {"sites", std::move(sites)},    {"patterns", std::move(patterns)}};
}

}  // namespace

std::string survey_json(const SurveyRun& surveyed) {
  const Outcome& outcome = *surveyed.outcome;
  const Survey& survey = surveyed.survey;
  Json json{{"schema", "lanescope.survey/1"},
            {"lesson", outcome.resolved.lesson_id},
            {"variant", outcome.resolved.variant},
            {"kernel", outcome.report.kernel}};
  if (outcome.machine != nullptr) json["machine"] = outcome.machine->id;
  json["params"] = outcome.resolved.params;
  json["grid"] = survey.grid;
  json["block"] = survey.block;
  json["compiler"] = outcome.ptx.compiler;
  json["blocks_simulated"] = survey.blocks_run;
  json["complete"] = survey.complete;
  json["in_order"] = survey.in_order;
  json["total"] = cost_json(survey.total);
  json["arrays"] = Json::array();
  for (const ArraySurvey& array : survey.arrays) json["arrays"].push_back(array_json(array));
  json["sectors_moved_outside"] = survey.moves_outside;
  json["blocks"] = blocks_json(survey);
  json["shared"] = shared_json(survey);
  return printed(json);
}

}  // namespace lanescope::app
