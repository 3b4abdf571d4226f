// The steps of one warp of a lesson's kernel: a run of its own, in which the warp's instructions
// are written down. The whole launch runs, as in app::run, so that what other blocks do first is
// done here, too. Blocks until done; call it on a worker thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "app/session/run.h"
#include "sim/steps/recording.h"

namespace lanescope::app {

struct StepsRequest {
  RunRequest run;          // `focus_block` is the block
  std::uint32_t warp = 0;  // in the block; beyond its last: the last
  std::size_t max_bytes = 256U << 20;
  bool operator==(const StepsRequest&) const = default;
};
[[nodiscard]] inline const std::string& lesson_of(const StepsRequest& request) {
  return request.run.lesson;
}

struct Steps {
  StepsRequest request;
  OutcomePtr outcome;             // of the run: its lesson, text, arrays' places; no counts
  steps::RecordingPtr recording;  // never null
};
using StepsPtr = std::shared_ptr<const Steps>;

// A problem, too: the block did not run (the launch ended before it, or only the first blocks were
// asked for).
[[nodiscard]] tl::expected<StepsPtr, Problem> record_steps(const StepsRequest& request,
                                                           Progress* progress = nullptr,
                                                           std::stop_token stop = {});

}  // namespace lanescope::app
