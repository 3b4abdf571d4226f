#include "app/session/survey/csv.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "app/session/words.h"

namespace lanescope::app {
namespace {

using survey::ArraySurvey;
using survey::Cost;
using survey::Survey;

constexpr const char* end_of_line = "\r\n";

// One value of a map that may be empty.
template <class T>
T at(const std::vector<T>& map, std::uint64_t index) {
  return index < map.size() ? map[index] : T{};
}

template <class... Values>
void add(std::string& text, fmt::format_string<Values...> format, Values&&... values) {
  fmt::format_to(std::back_inserter(text), format, std::forward<Values>(values)...);
}

void add_cost(std::string& text, const Cost& cost) {
  for (const std::uint64_t value : cost_values(cost)) add(text, ",{}", value);
  text += end_of_line;
}

std::string arrays_csv(const Survey& survey) {
  std::string text =
      "array,type,elements,reads,writes,most_reads,most_writes,untouched,sectors_moved,bytes_used,"
      "bytes_moved_per_used";
  text += end_of_line;
  for (const ArraySurvey& array : survey.arrays) {
    const ArraySummary summary = summary_of(array);
    add(text, "{},{},{},{},{}", array.array.name, array.array.type, array.array.count,
        array.total_reads, array.total_writes);
    if (array.has_maps) {
      add(text, ",{},{},{}", summary.most_reads, summary.most_writes, summary.untouched);
    } else {
      text += ",,,";
    }
    add(text, ",{},{},{}{}", array.total_moves, array.total_used, moved_per_used(array),
        end_of_line);
  }
  return text;
}

std::string elements_csv(const Survey& survey) {
  std::string text =
      "array,element,reads,writes,first_block_x,first_block_y,first_block_z,first_warp";
  text += end_of_line;
  for (const ArraySurvey& array : survey.arrays) {
    for (std::uint64_t i = 0; array.has_maps && i < array.array.count; ++i) {
      add(text, "{},{},{},{},", array.array.name, i, at(array.reads, i), at(array.writes, i));
      const std::uint32_t first = at(array.first_warp, i);
      if (first == survey::nobody) {
        text += ",,,";
      } else {
        const report::WarpPlace place = survey.place_of(first - 1);
        add(text, "{},{},{},{}", place.block[0], place.block[1], place.block[2], place.warp);
      }
      text += end_of_line;
    }
  }
  return text;
}

std::string sectors_csv(const Survey& survey) {
  std::string text = "array,sector,moves,bytes_used";
  text += end_of_line;
  for (const ArraySurvey& array : survey.arrays) {
    const std::uint64_t count = array.has_maps ? survey::sector_count(array.array) : 0;
    for (std::uint64_t i = 0; i < count; ++i)
      add(text, "{},{},{},{}{}", array.array.name, i, at(array.sector_moves, i),
          at(array.sector_used, i), end_of_line);
  }
  return text;
}

std::string cost_heading(std::string text) {
  for (const std::string& name : cost_names()) text += "," + name;
  return text + end_of_line;
}

std::string blocks_csv(const Survey& survey) {
  std::string text = cost_heading("block_x,block_y,block_z");
  for (std::uint64_t i = 0; i < survey.blocks.size(); ++i) {
    const survey::Dim3 block = survey.block_index(i);
    add(text, "{},{},{}", block[0], block[1], block[2]);
    add_cost(text, survey.blocks[i]);
  }
  return text;
}

std::string warps_csv(const Survey& survey) {
  std::string text = cost_heading("block_x,block_y,block_z,warp");
  for (std::uint32_t i = 0; i < survey.warps.size(); ++i) {
    const report::WarpPlace place = survey.place_of(i);
    add(text, "{},{},{},{}", place.block[0], place.block[1], place.block[2], place.warp);
    add_cost(text, survey.warps[i]);
  }
  return text;
}

std::string rows_csv(const Survey& survey) {
  std::string text =
      "block_x,block_y,block_z,warp,event,line,op,bytes,wavefronts,ideal_wavefronts,ways";
  for (int bank = 0; bank < survey.bank_count(); ++bank) add(text, ",bank_{}", bank);
  text += end_of_line;
  for (const survey::SharedRow& row : survey.rows) {
    const report::WarpPlace place = survey.place_of(row.warp);
    const survey::Site& site = survey.sites[row.site];
    const survey::BankPattern& pattern = survey.patterns[row.pattern];
    add(text, "{},{},{},{},{},{},{},{},{},{},{}", place.block[0], place.block[1], place.block[2],
        place.warp, row.event, site.place.line, word(site.op), site.bytes, pattern.wavefronts,
        pattern.ideal, pattern.ways);
    for (std::size_t bank = 0; bank < static_cast<std::size_t>(survey.bank_count()); ++bank)
      add(text, ",{}", pattern.words[bank]);
    text += end_of_line;
  }
  return text;
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

std::string csv_of(const Survey& survey, SurveyTable table) {
  switch (table) {
    case SurveyTable::arrays:
      return arrays_csv(survey);
    case SurveyTable::elements:
      return elements_csv(survey);
    case SurveyTable::sectors:
      return sectors_csv(survey);
    case SurveyTable::blocks:
      return blocks_csv(survey);
    case SurveyTable::warps:
      return warps_csv(survey);
    case SurveyTable::rows:
      return rows_csv(survey);
  }
  return {};
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
  summary.most_reads = most(array.reads);
  summary.most_writes = most(array.writes);
  summary.untouched =
      array.first_warp.empty()
          ? array.array.count
          : static_cast<std::uint64_t>(std::ranges::count(array.first_warp, survey::nobody));
  return summary;
}

double moved_per_used(const ArraySurvey& array) {
  if (array.total_used == 0) return 0;
  return double{memory::sector_bytes} * static_cast<double>(array.total_moves) /
         static_cast<double>(array.total_used);
}

}  // namespace lanescope::app
