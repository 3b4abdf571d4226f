// The warp that is followed: the recording of the chosen warp of what is shown, and where in it the
// user stands. The session's selection goes along: its line and access are those of the present
// step, so that whoever looks elsewhere sees the same.
//
// One thread calls all of this; recording is done on a worker. Until a recording is there the last
// one stays.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "app/session/session.h"
#include "app/session/steps/steps.h"
#include "app/session/worker.h"

namespace lanescope::app {

extern template class NewestWorker<StepsRequest, StepsPtr>;
using StepsWorker = NewestWorker<StepsRequest, StepsPtr>;

class StepsFollower {
 public:
  // `work`: record_steps, or a stand-in for tests.
  explicit StepsFollower(StepsWorker::Work work = &record_steps) : work_(std::move(work)) {}

  // Where to go as soon as the recording is there; else to the session's access.
  void begin_at(std::optional<std::size_t> step, std::optional<std::uint32_t> lane);

  // Takes a finished recording, begins the one that is missing while somebody looks (`shown`), and
  // goes where the selection was moved by others. True when anything shown changed.
  bool update(Session& session, bool shown);
  [[nodiscard]] bool busy() const { return worker_ != nullptr && worker_->busy(); }
  [[nodiscard]] std::shared_ptr<const Progress> progress() const;
  void cancel();  // gives the recording up that is being made
  [[nodiscard]] const std::optional<Problem>& problem() const { return problem_; }

  // Null before the first.
  [[nodiscard]] const StepsPtr& steps() const { return steps_; }
  // What is shown by `session` was recorded: false while a new recording is being made.
  [[nodiscard]] bool is_of(const Session& session) const;
  [[nodiscard]] std::size_t step() const { return step_; }
  [[nodiscard]] std::uint32_t lane() const { return lane_; }

  // Nothing happens before the first recording, nor where there is no such step.
  void go_to(Session& session, std::size_t step);
  void step_by(Session& session, int direction);
  void go_to_end(Session& session, int direction);  // -1: the first step
  void run_to_access(Session& session, int direction);
  void run_to_conflict(Session& session, int direction);
  void run_to_line(Session& session, int line);  // of the kernel's file
  void choose_lane(std::uint32_t lane);
  void step_lane(int direction);  // among the warp's threads, wrapping

  [[nodiscard]] bool playing() const { return playing_; }
  void toggle_play(Session& session);
  // Takes the next step when its time has come; the seconds until the one after it, or nothing
  // when not playing.
  std::optional<double> advance(Session& session, double now_s);

 private:
  void accept(Session& session, StepsPtr steps);
  void begin(const Session& session);
  void tell(Session& session);  // the selection: where we are
  void go_along(Session& session);

  StepsWorker::Work work_;
  std::unique_ptr<StepsWorker> worker_;  // made when first needed
  StepsPtr steps_;
  OutcomePtr of_, asked_of_;  // what was, what is being recorded
  std::uint32_t asked_warp_ = 0;
  std::optional<Problem> problem_;
  std::size_t step_ = 0;
  std::uint32_t lane_ = 1;  // lane 0 has so many zeros that they say nothing
  std::optional<std::size_t> begin_at_;
  Selection told_;  // the selection as we left it
  bool playing_ = false;
  double next_step_s_ = 0;
};

}  // namespace lanescope::app
