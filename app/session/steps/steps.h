// Records the steps of one warp of a lesson's kernel in a separate run. The whole launch runs, as
// in app::run, so that other blocks have the same effects. Blocks until done; call it on a worker
// thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "app/session/run/run.h"
#include "sim/steps/recording.h"

namespace lanescope::app {

struct StepsRequest {
  RunRequest run;          // `focus_block` is the block
  std::uint32_t warp = 0;  // in the block; clamped to the last
  std::size_t max_bytes = 256U << 20;
  bool operator==(const StepsRequest&) const = default;
};
[[nodiscard]] inline const std::string& lesson_of(const StepsRequest& request) {
  return request.run.lesson;
}

// The lane whose values are shown where none is chosen. Not 0: most values of lane 0 are zero.
inline constexpr std::uint32_t usual_lane = 1;

struct Steps {
  StepsRequest request;
  OutcomePtr outcome;             // the run's lesson, text and array addresses; no counts
  steps::RecordingPtr recording;  // never null
};
using StepsPtr = std::shared_ptr<const Steps>;

// It is also a Problem if the block did not run: the launch ended before it, or only the first
// blocks were requested.
[[nodiscard]] tl::expected<StepsPtr, Problem> record_steps(const StepsRequest& request,
                                                           Progress* progress = nullptr,
                                                           std::stop_token stop = {});

// What a request for this step (from 0) and lane names and the recording lacks: "step=99: the warp
// executed 41 instructions"; empty: nothing.
[[nodiscard]] std::string lacking(std::optional<std::size_t> step,
                                  std::optional<std::uint32_t> lane,
                                  const steps::Recording& recording);

}  // namespace lanescope::app
