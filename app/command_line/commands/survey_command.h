// `lanescope survey`: what a whole launch does to each array, block and bank.
#pragma once

#include <optional>

#include <nlohmann/json_fwd.hpp>

#include "app/command_line/result.h"
#include "app/session/survey/survey_run.h"
#include "app/session/survey/tables.h"

namespace lanescope::app {

struct SurveyOptions {
  RunRequest request;
  survey::Limits limits;
  std::optional<SurveyTable> csv;  // instead of the text
  bool json = false;
};
[[nodiscard]] Result survey_command(const SurveyOptions& options);

[[nodiscard]] std::string survey_text(const Surveyed& surveyed);
// Schema lanescope.survey/1: sums, blocks and the patterns of bank use; the maps are CSV.
[[nodiscard]] nlohmann::ordered_json survey_json(const Surveyed& surveyed);

}  // namespace lanescope::app
