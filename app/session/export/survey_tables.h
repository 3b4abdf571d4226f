// A survey as tables. All numbers are MODEL: simulated.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/session/export/table.h"
#include "sim/survey/survey.h"

namespace lanescope::app {

enum class SurveyTable : std::uint8_t {
  arrays,    // one line per array: sums
  elements,  // one line per element of each array that has maps
  sectors,   // one line per 32-byte sector of these arrays
  blocks,    // one line per block
  warps,     // one line per warp
  rows,      // one line per request of shared memory: words of each bank
};
// "arrays", "elements", ... in this order.
[[nodiscard]] const std::vector<std::string>& survey_table_names();
[[nodiscard]] std::optional<SurveyTable> survey_table_named(std::string_view name);

// Restricts a table to part of the survey; fields not set: everything.
struct SurveyPart {
  std::optional<std::size_t> array;           // for arrays, elements, sectors
  std::optional<survey::Survey::Range> rows;  // for rows
};
[[nodiscard]] Table survey_table(const std::shared_ptr<const survey::Survey>& survey,
                                 SurveyTable table, const SurveyPart& part = {});
// What the table lacks, as text for the user; empty: nothing.
[[nodiscard]] std::string missing_from(const survey::Survey& survey, SurveyTable table);

// Names and values of survey::Cost's fields, in order.
[[nodiscard]] const std::vector<std::string>& cost_names();
[[nodiscard]] std::vector<std::uint64_t> cost_values(const survey::Cost& cost);

// Summary of an array's maps.
struct ArraySummary {
  // of one element; survey::max_counted means "or more"
  std::uint64_t max_reads = 0, max_writes = 0;
  std::uint64_t untouched = 0;  // elements; only if there are maps
};
[[nodiscard]] ArraySummary summary_of(const survey::ArraySurvey& array);
// 32 x sectors moved / bytes used, over the whole array; 0: nothing was moved.
[[nodiscard]] double moved_per_used(const survey::ArraySurvey& array);

}  // namespace lanescope::app
