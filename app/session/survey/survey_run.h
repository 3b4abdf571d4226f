// A lesson's launch, surveyed: a run of its own over all of its blocks, in which every access is
// told and put into maps. Blocks until done; call it on a worker thread.
#pragma once

#include <memory>
#include <stop_token>

#include <tl/expected.hpp>

#include "app/session/run.h"
#include "sim/survey/survey.h"

namespace lanescope::app {

struct Surveyed {
  // Of the run: its lesson, text, arrays' places and findings; no counts, no traces.
  OutcomePtr outcome;
  survey::Survey survey;
};
using SurveyedPtr = std::shared_ptr<const Surveyed>;

// What the request says about traces and hashes does not matter.
[[nodiscard]] tl::expected<SurveyedPtr, Problem> survey_launch(const RunRequest& request,
                                                               const survey::Limits& limits = {},
                                                               Progress* progress = nullptr,
                                                               std::stop_token stop = {});

}  // namespace lanescope::app
