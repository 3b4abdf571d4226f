// The output of `lanescope survey`: what a whole launch does to each array, block and bank.
#pragma once

#include <string>

#include "app/session/export/survey_tables.h"
#include "app/session/survey/surveys.h"

namespace lanescope::app {

[[nodiscard]] std::string survey_text(const SurveyRun& surveyed);
// Schema lanescope.survey/1: sums, blocks and the patterns of bank use; the maps are CSV.
[[nodiscard]] std::string survey_json(const SurveyRun& surveyed);

}  // namespace lanescope::app
