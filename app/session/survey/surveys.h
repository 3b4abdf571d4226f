// Surveys of what is on the screen, made on a worker thread of their own and kept: one that was
// seen a moment ago is there at once.
//
// The window's thread calls all of this: want() with the outcome that is shown, update() to take
// what is finished. The last good survey stays until the next is ready.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "app/session/survey/survey_run.h"
#include "app/session/timing_key.h"
#include "app/session/worker.h"

namespace lanescope::app {

using SurveyWorker = NewestWorker<RunRequest, SurveyedPtr>;
extern template class NewestWorker<RunRequest, SurveyedPtr>;

// What is known of a launch depends on nothing else.
struct SurveyKey {
  TimingKey launch;
  std::string machine;
  std::optional<std::uint64_t> blocks;
  bool operator==(const SurveyKey&) const = default;
};
[[nodiscard]] SurveyKey survey_key(const Outcome& outcome);

class Surveys {
 public:
  // Kept beside the newest one: at most so many, and so many bytes of the host.
  static constexpr std::size_t most_kept = 8;
  static constexpr std::uint64_t most_kept_bytes = 512ULL << 20;

  // `wake` is called on the worker's thread when update() has something to take; may be empty.
  explicit Surveys(std::function<void()> wake);
  // `work` stands in for survey_launch in tests.
  Surveys(SurveyWorker::Work work, std::function<void()> wake);

  // What is to be surveyed; null: nothing, and a run that goes on is given up. May be called every
  // frame: only a launch that is not known yet, did not fail and was not cancelled is begun.
  void want(const OutcomePtr& outcome);
  // Gives the run up until something else is wanted, or retry().
  void cancel();
  // Runs again what failed or was cancelled.
  void retry();
  // Takes what is finished. True when anything changed.
  bool update();

  // Of what is wanted, else the last one that was shown; null: none yet.
  [[nodiscard]] const SurveyedPtr& shown() const { return shown_; }
  // `shown` is of what is wanted.
  [[nodiscard]] bool is_current() const { return is_current_; }
  [[nodiscard]] bool running() const { return worker_.busy(); }
  [[nodiscard]] bool cancelled() const { return cancelled_; }
  // Why there is no survey of what is wanted.
  [[nodiscard]] const std::optional<Problem>& problem() const { return problem_; }
  // Of the run that goes on: 0..1.
  [[nodiscard]] double share() const;

 private:
  void begin();
  void keep(SurveyedPtr survey);
  [[nodiscard]] SurveyedPtr find(const SurveyKey& key) const;

  SurveyWorker worker_;
  OutcomePtr wanted_;
  std::optional<SurveyKey> key_;  // of wanted_
  SurveyedPtr shown_;
  bool is_current_ = false;
  bool cancelled_ = false;
  std::optional<Problem> problem_;
  std::deque<std::pair<SurveyKey, SurveyedPtr>> kept_;  // the newest first
};

}  // namespace lanescope::app
