// Surveys of shown launches, made on their own worker thread. The latest are kept, so that going
// back to one is immediate. A survey is a separate run of all blocks that records every access in
// maps.
//
// All functions are called on the window's thread: want() with the shown outcome, update() to take
// finished work. The last good survey stays until the next one is ready.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

#include "app/session/run/run.h"
#include "app/session/run/timing_key.h"
#include "app/session/run/worker.h"
#include "sim/diagnostics/diagnostic.h"
#include "sim/survey/survey.h"

namespace lanescope::app {

struct SurveyRun {
  // The run's lesson, text, array addresses and findings; no counts, no traces.
  OutcomePtr outcome;
  survey::Survey survey;
  std::vector<Raced> raced;  // if the shown run has found races in global memory
};
using SurveyRunPtr = std::shared_ptr<const SurveyRun>;

// Blocks until done. The request's settings for traces and hashes are ignored.
[[nodiscard]] tl::expected<SurveyRunPtr, Problem> survey_launch(const RunRequest& request,
                                                                const survey::Limits& limits = {},
                                                                Progress* progress = nullptr,
                                                                std::stop_token stop = {});

using SurveyWorker = NewestWorker<RunRequest, SurveyRunPtr>;
extern template class NewestWorker<RunRequest, SurveyRunPtr>;

// Everything that a survey depends on.
struct SurveyKey {
  TimingKey launch;
  std::string machine;
  std::optional<std::uint64_t> blocks;
  bool has_races = false;  // in global memory
  bool operator==(const SurveyKey&) const = default;
};
[[nodiscard]] SurveyKey survey_key(const Outcome& outcome);

class Surveys {
 public:
  // Upper limits, not counting the newest survey; bytes of host memory.
  static constexpr std::size_t max_kept = 8;
  static constexpr std::uint64_t max_kept_bytes = 512ULL << 20;

  // `wake` is called on the worker's thread when update() has something to take; may be empty.
  explicit Surveys(std::function<void()> wake);
  // `work`: replaces survey_launch in tests.
  Surveys(SurveyWorker::Work work, std::function<void()> wake);

  // Sets the launch to survey; null: none, and the current run is cancelled. May be called every
  // frame: starts only a launch that is not known, has not failed and was not cancelled.
  void want(const OutcomePtr& outcome);
  // Cancels the run until another launch is wanted or retry() is called.
  void cancel();
  // Repeats a failed or cancelled run.
  void retry();
  // Takes finished work. True: something changed.
  bool update();

  // The survey of the wanted launch, or the previous one; null: none yet.
  [[nodiscard]] const SurveyRunPtr& shown() const { return shown_; }
  // shown() belongs to the wanted launch.
  [[nodiscard]] bool is_current() const { return is_current_; }
  [[nodiscard]] bool running() const { return worker_.busy(); }
  [[nodiscard]] bool cancelled() const { return cancelled_; }
  // Why the wanted launch has no survey.
  [[nodiscard]] const std::optional<Problem>& problem() const { return problem_; }
  // Progress of the current run, 0..1.
  [[nodiscard]] double share() const;

 private:
  void begin();
  void keep(SurveyRunPtr survey);
  [[nodiscard]] SurveyRunPtr find(const SurveyKey& key) const;

  SurveyWorker worker_;
  OutcomePtr wanted_;
  std::optional<SurveyKey> key_;  // key of wanted_
  SurveyRunPtr shown_;
  bool is_current_ = false;
  bool cancelled_ = false;
  std::optional<Problem> problem_;
  std::deque<std::pair<SurveyKey, SurveyRunPtr>> kept_;  // newest first
};

}  // namespace lanescope::app
