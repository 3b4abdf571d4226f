#include "app/session/export/survey_tables.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "app/session/selection/access_names.h"

namespace lanescope::app {
namespace {

using survey::ArraySurvey;
using survey::Cost;
using survey::Survey;

using SurveyPtr = std::shared_ptr<const Survey>;

// A value of a map that may be empty.
template <class T>
Cell at(const std::vector<T>& map, std::uint64_t index) {
  return static_cast<std::uint64_t>(index < map.size() ? map[index] : T{});
}

void add_block(Row& row, const survey::Dim3& block) {
  for (const std::uint32_t axis : block) row.push_back(count_cell(axis));
}

void add_cost(Row& row, const Cost& cost) {
  for (const std::uint64_t value : cost_values(cost)) row.emplace_back(value);
}

// All arrays, or the chosen one.
std::vector<const ArraySurvey*> arrays_of(const Survey& survey, const SurveyPart& part) {
  std::vector<const ArraySurvey*> arrays;
  for (std::size_t i = 0; i < survey.arrays.size(); ++i) {
    if (!part.array || *part.array == i) arrays.push_back(&survey.arrays[i]);
  }
  return arrays;
}

Table arrays_table(const Survey& survey, const SurveyPart& part) {
  Table table{"arrays",
              {"array", "type", "elements", "reads", "writes", "most_reads", "most_writes",
               "untouched", "sectors_moved", "bytes_used", "bytes_moved_per_used"},
              {}};
  for (const ArraySurvey* array : arrays_of(survey, part)) {
    const ArraySummary summary = summary_of(*array);
    const auto known = [&](std::uint64_t value) { return array->has_maps ? Cell(value) : Cell(); };
    table.rows.push_back({array->array.name, array->array.type, count_cell(array->array.count),
                          array->total_reads, array->total_writes, known(summary.max_reads),
                          known(summary.max_writes), known(summary.untouched), array->total_moves,
                          array->total_used, moved_per_used(*array)});
  }
  return table;
}

void each_element(const Survey& survey, const ArraySurvey& array, const VisitRow& take) {
  Row row;
  for (std::uint64_t i = 0; i < array.array.count; ++i) {
    row.assign({array.array.name, i, at(array.reads, i), at(array.writes, i)});
    const std::uint32_t first = i < array.first_warp.size() ? array.first_warp[i] : survey::no_warp;
    if (first != survey::no_warp) {
      const report::WarpPosition position = survey.position_of(first - 1);
      add_block(row, position.block);
      row.push_back(count_cell(position.warp));
    }
    row.resize(8);
    take(row);
  }
}

Table elements_table(const SurveyPtr& survey, const SurveyPart& part) {
  Table table{"elements",
              {"array", "element", "reads", "writes", "first_block_x", "first_block_y",
               "first_block_z", "first_warp"},
              {}};
  std::vector<const ArraySurvey*> arrays = arrays_of(*survey, part);
  std::erase_if(arrays, [](const ArraySurvey* array) { return !array->has_maps; });
  for (const ArraySurvey* array : arrays) table.made_rows += array->array.count;
  table.make_rows = [survey, arrays](const VisitRow& take) {
    for (const ArraySurvey* array : arrays) each_element(*survey, *array, take);
  };
  return table;
}

Table sectors_table(const SurveyPtr& survey, const SurveyPart& part) {
  Table table{"sectors", {"array", "sector", "moves", "bytes_used"}, {}};
  std::vector<const ArraySurvey*> arrays = arrays_of(*survey, part);
  std::erase_if(arrays, [](const ArraySurvey* array) { return !array->has_maps; });
  for (const ArraySurvey* array : arrays) table.made_rows += survey::sector_count(array->array);
  table.make_rows = [survey, arrays](const VisitRow& take) {
    for (const ArraySurvey* array : arrays) {
      const std::uint64_t count = survey::sector_count(array->array);
      for (std::uint64_t i = 0; i < count; ++i)
        take({array->array.name, i, at(array->sector_moves, i), at(array->sector_used, i)});
    }
  };
  return table;
}

Table costs_table(const char* name, std::vector<std::string> columns) {
  columns.insert(columns.end(), cost_names().begin(), cost_names().end());
  return {name, std::move(columns), {}};
}

Table blocks_table(const SurveyPtr& survey) {
  Table table = costs_table("blocks", {"block_x", "block_y", "block_z"});
  table.made_rows = survey->blocks.size();
  table.make_rows = [survey](const VisitRow& take) {
    Row row;
    for (std::uint64_t i = 0; i < survey->blocks.size(); ++i) {
      row.clear();
      add_block(row, survey->block_index(i));
      add_cost(row, survey->blocks[i]);
      take(row);
    }
  };
  return table;
}

Table warps_table(const SurveyPtr& survey) {
  Table table = costs_table("warps", {"block_x", "block_y", "block_z", "warp"});
  table.made_rows = survey->warps.size();
  table.make_rows = [survey](const VisitRow& take) {
    Row row;
    for (std::uint32_t i = 0; i < survey->warps.size(); ++i) {
      const report::WarpPosition position = survey->position_of(i);
      row.clear();
      add_block(row, position.block);
      row.push_back(count_cell(position.warp));
      add_cost(row, survey->warps[i]);
      take(row);
    }
  };
  return table;
}

Table requests_table(const SurveyPtr& survey, const SurveyPart& part) {
  Table table{"rows",
              {"block_x", "block_y", "block_z", "warp", "event", "line", "op", "bytes",
               "wavefronts", "ideal_wavefronts", "ways"},
              {}};
  for (int bank = 0; bank < survey->bank_count(); ++bank)
    table.columns.push_back(fmt::format("bank_{}", bank));
  const Survey::Range range = part.rows.value_or(Survey::Range{0, survey->rows.size()});
  table.made_rows = range.size();
  table.make_rows = [survey, range](const VisitRow& take) {
    Row cells;
    for (std::size_t i = range.first; i < range.last; ++i) {
      const survey::SharedRow& row = survey->rows[i];
      const report::WarpPosition position = survey->position_of(row.warp);
      const survey::Site& site = survey->sites[row.site];
      const survey::BankPattern& pattern = survey->patterns[row.pattern];
      cells.clear();
      add_block(cells, position.block);
      cells.insert(cells.end(),
                   {count_cell(position.warp), count_cell(row.event),
                    static_cast<std::int64_t>(site.place.line), std::string(name_of(site.op)),
                    count_cell(site.bytes), count_cell(pattern.wavefronts),
                    count_cell(pattern.ideal), count_cell(pattern.ways)});
      for (std::size_t bank = 0; bank < static_cast<std::size_t>(survey->bank_count()); ++bank)
        cells.push_back(count_cell(pattern.words[bank]));
      take(cells);
    }
  };
  return table;
}

Table rows_of(const SurveyPtr& survey, SurveyTable table, const SurveyPart& part) {
  switch (table) {
    case SurveyTable::arrays:
      return arrays_table(*survey, part);
    case SurveyTable::elements:
      return elements_table(survey, part);
    case SurveyTable::sectors:
      return sectors_table(survey, part);
    case SurveyTable::blocks:
      return blocks_table(survey);
    case SurveyTable::warps:
      return warps_table(survey);
    case SurveyTable::rows:
      return requests_table(survey, part);
  }
  return {};
}

}  // namespace

const std::vector<std::string>& survey_table_names() {
  static const std::vector<std::string> names{"arrays", "elements", "sectors",
                                              "blocks", "warps",    "rows"};
  return names;
}

std::optional<SurveyTable> survey_table_named(std::string_view name) {
  const auto found = std::ranges::find(survey_table_names(), name);
  if (found == survey_table_names().end()) return std::nullopt;
  return static_cast<SurveyTable>(found - survey_table_names().begin());
}

Table survey_table(const std::shared_ptr<const Survey>& survey, SurveyTable table,
                   const SurveyPart& part) {
  Table made = rows_of(survey, table, part);
  made.missing = missing_from(*survey, table);
  return made;
}

std::string missing_from(const Survey& survey, SurveyTable table) {
  switch (table) {
    case SurveyTable::arrays:
    case SurveyTable::elements:
    case SurveyTable::sectors: {
      std::string names;
      for (const ArraySurvey& array : survey.arrays) {
        if (!array.has_maps) names += (names.empty() ? "" : ", ") + array.array.name;
      }
      return names.empty() ? names : "too large for a map: " + names;
    }
    case SurveyTable::blocks:
      return survey.blocks_truncated
                 ? fmt::format("only the first {} blocks are kept", survey.blocks.size())
                 : std::string();
    case SurveyTable::warps:
      return survey.warps.empty() && survey.blocks_run != 0 ? "there are too many warps to keep"
                                                            : std::string();
    case SurveyTable::rows:
      return survey.rows_truncated
                 ? fmt::format("only the first {} of {} requests of shared memory are kept",
                               survey.rows.size(), survey.rows_total)
                 : std::string();
  }
  return {};
}

const std::vector<std::string>& cost_names() {
  static const std::vector<std::string> names{"requests",
                                              "global_sectors",
                                              "global_ideal_sectors",
                                              "shared_wavefronts",
                                              "shared_ideal_wavefronts",
                                              "local_sectors",
                                              "local_ideal_sectors",
                                              "constant_transactions",
                                              "constant_ideal_transactions",
                                              "branches",
                                              "divergent_branches"};
  return names;
}

std::vector<std::uint64_t> cost_values(const Cost& cost) {
  return {cost.requests,          cost.global_sectors,        cost.global_ideal,
          cost.shared_wavefronts, cost.shared_ideal,          cost.local_sectors,
          cost.local_ideal,       cost.constant_transactions, cost.constant_ideal,
          cost.branches,          cost.divergent_branches};
}

ArraySummary summary_of(const ArraySurvey& array) {
  ArraySummary summary;
  const auto most = [](const std::vector<std::uint16_t>& map) -> std::uint64_t {
    return map.empty() ? 0 : *std::ranges::max_element(map);
  };
  summary.max_reads = most(array.reads);
  summary.max_writes = most(array.writes);
  summary.untouched =
      array.first_warp.empty()
          ? array.array.count
          : static_cast<std::uint64_t>(std::ranges::count(array.first_warp, survey::no_warp));
  return summary;
}

double moved_per_used(const ArraySurvey& array) {
  if (array.total_used == 0) return 0;
  return double{memory::sector_bytes} * static_cast<double>(array.total_moves) /
         static_cast<double>(array.total_used);
}

}  // namespace lanescope::app
