#include "app/command_line/survey_text.h"

#include <algorithm>
#include <compare>
#include <functional>
#include <map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/command_line/sim_parts.h"
#include "app/command_line/text_table.h"
#include "app/session/selection/access_names.h"
#include "viz/text/texts.h"

namespace lanescope::app {
namespace {

using survey::ArraySurvey;
using survey::BankPattern;
using survey::Cost;
using survey::Survey;

constexpr std::size_t max_groups = 10;

std::string shape_text(const report::ArrayInfo& array) {
  if (array.shape.empty()) return grouped(array.count);
  std::string text;
  for (const std::uint64_t extent : array.shape)
    text += (text.empty() ? "" : " x ") + grouped(extent);
  return text;
}

// "3", or "65,535 or more"
std::string capped_text(std::uint64_t most) {
  return most == survey::max_counted ? grouped(most) + " or more" : grouped(most);
}

std::string arrays_table(const Survey& survey) {
  TextTable table({Align::left, Align::left, Align::left, Align::right, Align::right, Align::right,
                   Align::right, Align::right, Align::right, Align::right});
  table.add_row({"Arrays", "", "", "reads", "at most", "writes", "at most", "untouched",
                 "sectors moved", "sector bytes per byte used"});
  for (const ArraySurvey& array : survey.arrays) {
    const ArraySummary summary = summary_of(array);
    const auto known = [&](std::string text) { return array.has_maps ? text : std::string("-"); };
    table.add_row({"  " + array.array.name, array.array.type, shape_text(array.array),
                   grouped(array.total_reads), known(capped_text(summary.max_reads)),
                   grouped(array.total_writes), known(capped_text(summary.max_writes)),
                   known(grouped(summary.untouched)), grouped(array.total_moves),
                   array.total_used == 0 ? "-" : text::Texts::rounded(moved_per_used(array), 2)});
  }
  std::string text = table.text();
  text +=
      "  reads and writes: by threads, in total and at most for one element; sectors of 32 bytes, "
      "each as often as a request moved it\n";
  if (const std::string missing = missing_from(survey, SurveyTable::arrays); !missing.empty())
    text += "  " + missing + "\n";
  if (survey.moves_outside != 0) {
    text += fmt::format("  {} sectors were moved outside of these arrays\n",
                        grouped(survey.moves_outside));
  }
  return text;
}

std::string of_ideal(std::uint64_t cost, std::uint64_t ideal) {
  return cost == 0 ? "" : times(static_cast<double>(cost), static_cast<double>(ideal));
}

// Sort key: the sum of all costs, whatever the memory.
std::uint64_t weight_of(const Cost& cost) {
  return cost.global_sectors + cost.shared_wavefronts + cost.local_sectors +
         cost.constant_transactions;
}

struct Group {
  Cost cost;
  std::uint64_t blocks = 0;
  std::uint64_t first = 0;
};

// Groups blocks of equal cost, the most expensive first.
std::vector<Group> groups_of(const std::vector<Cost>& blocks) {
  std::map<std::vector<std::uint64_t>, Group> by_cost;
  for (std::uint64_t i = 0; i < blocks.size(); ++i) {
    auto [entry, is_new] = by_cost.try_emplace(cost_values(blocks[i]), Group{blocks[i], 0, i});
    ++entry->second.blocks;
  }
  std::vector<Group> groups;
  for (auto& [values, group] : by_cost) groups.push_back(group);
  std::ranges::sort(groups, [](const Group& a, const Group& b) {
    const std::uint64_t x = weight_of(a.cost);
    const std::uint64_t y = weight_of(b.cost);
    return x != y ? x > y : a.first < b.first;
  });
  return groups;
}

// A column of the block table; omitted if all its values are 0.
struct CostColumn {
  const char* name;
  std::uint64_t Cost::*cost;
  std::uint64_t Cost::*ideal;  // null: no ideal
};
constexpr CostColumn columns[] = {
    {"global sectors", &Cost::global_sectors, &Cost::global_ideal},
    {"shared wavefronts", &Cost::shared_wavefronts, &Cost::shared_ideal},
    {"local sectors", &Cost::local_sectors, &Cost::local_ideal},
    {"constant transactions", &Cost::constant_transactions, &Cost::constant_ideal},
    {"branches", &Cost::branches, nullptr},
    {"divergent", &Cost::divergent_branches, nullptr},
};

std::string blocks_table(const Survey& survey) {
  std::vector<CostColumn> used;
  std::vector<Align> aligned{Align::right};
  std::vector<std::string> heading{"Blocks"};
  for (const CostColumn& column : columns) {
    if (survey.total.*column.cost == 0) continue;
    used.push_back(column);
    heading.emplace_back(column.name);
    aligned.push_back(Align::right);
    if (column.ideal == nullptr) continue;
    heading.emplace_back("of ideal");
    aligned.push_back(Align::right);
  }
  heading.emplace_back("the first of them");
  aligned.push_back(Align::left);
  TextTable table(aligned);
  table.add_row(heading);
  const std::vector<Group> groups = groups_of(survey.blocks);
  for (std::size_t i = 0; i < std::min(max_groups, groups.size()); ++i) {
    std::vector<std::string> cells{grouped(groups[i].blocks)};
    for (const CostColumn& column : used) {
      const std::uint64_t cost = groups[i].cost.*column.cost;
      cells.push_back(grouped(cost));
      if (column.ideal != nullptr) cells.push_back(of_ideal(cost, groups[i].cost.*column.ideal));
    }
    cells.push_back(position_text(survey.block_index(groups[i].first)));
    table.add_row(cells);
  }
  std::string text = table.text();
  if (groups.size() > max_groups)
    text += fmt::format("  and {} other costs\n", grouped(groups.size() - max_groups));
  if (const std::string missing = missing_from(survey, SurveyTable::blocks); !missing.empty())
    text += "  " + missing + "\n";
  return text;
}

// How many turns each bank takes, sorted in descending order; which bank it is does not matter.
using Loads = std::vector<std::uint8_t>;
Loads loads_of(const BankPattern& pattern, int banks) {
  Loads loads(pattern.words.begin(), pattern.words.begin() + banks);
  std::ranges::sort(loads, std::greater<>());
  return loads;
}

// "1 of each bank", "32 of one bank", "4 of each of 8 banks", "1 to 4 of each of 24 banks".
std::string words_text(const Loads& loads) {
  const auto busy = std::ranges::count_if(loads, [](int words) { return words != 0; });
  if (busy == 0) return "none";
  const int most = loads.front();
  const int least = loads[static_cast<std::size_t>(busy - 1)];
  const std::string words =
      least == most ? fmt::format("{}", most) : fmt::format("{} to {}", least, most);
  if (busy == static_cast<std::ptrdiff_t>(loads.size())) return words + " of each bank";
  if (busy == 1) return words + " of one bank";
  return fmt::format("{} of each of {} banks", words, busy);
}

// For each site the first one with the same access on the same line: a compiler that unrolls a loop
// makes many sites of one access.
std::vector<std::uint32_t> first_equal_site(const std::vector<survey::Site>& sites) {
  std::vector<std::uint32_t> first;
  for (const survey::Site& site : sites) {
    const auto found = std::ranges::find_if(sites, [&](const survey::Site& other) {
      return other.place.file == site.place.file && other.place.line == site.place.line &&
             other.space == site.space && other.op == site.op && other.bytes == site.bytes;
    });
    first.push_back(static_cast<std::uint32_t>(found - sites.begin()));
  }
  return first;
}

// Requests of one line with the same cost and the same bank use.
struct RequestGroup {
  std::uint64_t rows = 0;
  std::size_t first = 0;  // row
};
struct RequestGroupKey {
  std::uint32_t site = 0;
  std::int64_t conflicts = 0;  // negated, so that the most conflicts come first
  std::uint16_t wavefronts = 0, ideal = 0;
  Loads loads;
  auto operator<=>(const RequestGroupKey&) const = default;
};

std::map<RequestGroupKey, RequestGroup> request_groups_of(const Survey& survey) {
  std::vector<Loads> loads;
  for (const BankPattern& pattern : survey.patterns)
    loads.push_back(loads_of(pattern, survey.bank_count()));
  const std::vector<std::uint32_t> site_of = first_equal_site(survey.sites);
  std::map<std::pair<std::uint32_t, std::uint32_t>, RequestGroup> by_pattern;  // site, pattern
  for (std::size_t i = 0; i < survey.rows.size(); ++i) {
    const survey::SharedRow& row = survey.rows[i];
    auto [entry, is_new] =
        by_pattern.try_emplace({site_of[row.site], row.pattern}, RequestGroup{0, i});
    ++entry->second.rows;
  }
  std::map<RequestGroupKey, RequestGroup> groups;
  for (const auto& [key, group] : by_pattern) {
    const BankPattern& pattern = survey.patterns[key.second];
    const std::int64_t conflicts = pattern.wavefronts - pattern.ideal;
    auto [entry, is_new] =
        groups.try_emplace(RequestGroupKey{key.first, -conflicts, pattern.wavefronts, pattern.ideal,
                                           loads[key.second]},
                           RequestGroup{0, group.first});
    entry->second.rows += group.rows;
    entry->second.first = std::min(entry->second.first, group.first);
  }
  return groups;
}

std::string banks_table(const Outcome& outcome, const Survey& survey) {
  TextTable table({Align::left, Align::right, Align::right, Align::left, Align::left});
  table.add_row({"Requests of shared memory", "wavefronts", "ideal", "turns", "the first of them"});
  std::uint32_t site = ~0U;
  std::size_t of_site = 0;
  for (const auto& [key, group] : request_groups_of(survey)) {
    if (key.site != site) {
      site = key.site;
      of_site = 0;
      table.add_heading(code_line(outcome, survey.sites[site].place));
    }
    if (++of_site == max_groups + 1) table.add_heading("  and others");
    if (of_site > max_groups) continue;
    const report::WarpPosition position = survey.position_of(survey.rows[group.first].warp);
    table.add_row({"  " + grouped(group.rows), grouped(key.wavefronts), grouped(key.ideal),
                   words_text(key.loads),
                   fmt::format("block {}, warp {}", position_text(position.block), position.warp)});
  }
  std::string text = table.text();
  if (const std::string missing = missing_from(survey, SurveyTable::rows); !missing.empty())
    text += "  " + missing + "\n";
  return text;
}

}  // namespace

std::string survey_text(const SurveyRun& surveyed) {
  const Outcome& outcome = *surveyed.outcome;
  const Survey& survey = surveyed.survey;
  std::string text = lesson_line(outcome) + "\n" + launch_line(outcome) + "\n";
  if (!outcome.resolved.params.empty()) text += params_text(outcome.resolved.params) + "\n";
  text += model_line(outcome) + "\n" + errors_line(outcome.report);
  if (!survey.arrays.empty()) text += "\n" + arrays_table(survey);
  if (!survey.blocks.empty()) text += "\n" + blocks_table(survey);
  if (!survey.rows.empty()) text += "\n" + banks_table(outcome, survey);
  if (const std::string diagnostics = diagnostics_text(outcome.report); !diagnostics.empty())
    text += "\n" + diagnostics;
  return text;
}

namespace {

using Json = nlohmann::ordered_json;

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
  json["diagnostics"] = diagnostics_json(outcome.report);
  return printed(json);
}

}  // namespace lanescope::app
