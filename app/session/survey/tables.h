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
  arrays,    // a line an array: sums
  elements,  // a line an element of each array that has maps
  sectors,   // a line a 32-byte sector of these
  blocks,    // a line a block
  warps,     // a line a warp
  rows,      // a line a request of shared memory: words of each bank
};
// "arrays", "elements", ... in this order.
[[nodiscard]] const std::vector<std::string>& survey_table_names();
[[nodiscard]] std::optional<SurveyTable> survey_table_named(std::string_view name);

// What of the survey; nothing: all of it.
struct SurveyPart {
  std::optional<std::size_t> array;           // of arrays, elements, sectors: that one
  std::optional<survey::Survey::Range> rows;  // of rows
};
[[nodiscard]] Table survey_table(const std::shared_ptr<const survey::Survey>& survey,
                                 SurveyTable table, const SurveyPart& part = {});
// What the table lacks, in words for a user; empty: nothing.
[[nodiscard]] std::string missing_from(const survey::Survey& survey, SurveyTable table);

// Names and values of survey::Cost's fields, in order.
[[nodiscard]] const std::vector<std::string>& cost_names();
[[nodiscard]] std::vector<std::uint64_t> cost_values(const survey::Cost& cost);

// What an array's maps say in one line.
struct ArraySummary {
  std::uint64_t most_reads = 0, most_writes = 0;  // of one element; survey::most_counted: or more
  std::uint64_t untouched = 0;                    // elements; only where there are maps
};
[[nodiscard]] ArraySummary summary_of(const survey::ArraySurvey& array);
// 32 x sectors moved / bytes used, over the whole array; 0: nothing was moved.
[[nodiscard]] double moved_per_used(const survey::ArraySurvey& array);

}  // namespace lanescope::app
