// Surveys a lesson's launch: a separate run of all blocks that records every access in maps. Blocks
// until done; call it on a worker thread.
#pragma once

#include <memory>
#include <stop_token>

#include <tl/expected.hpp>

#include "app/session/run/run.h"
#include "sim/survey/survey.h"

namespace lanescope::app {

struct SurveyRun {
  // The run's lesson, text, array addresses and findings; no counts, no traces.
  OutcomePtr outcome;
  survey::Survey survey;
};
using SurveyRunPtr = std::shared_ptr<const SurveyRun>;

// The request's settings for traces and hashes are ignored.
[[nodiscard]] tl::expected<SurveyRunPtr, Problem> survey_launch(const RunRequest& request,
                                                                const survey::Limits& limits = {},
                                                                Progress* progress = nullptr,
                                                                std::stop_token stop = {});

}  // namespace lanescope::app
