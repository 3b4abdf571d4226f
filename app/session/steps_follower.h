// Follows a warp through its steps: records the selected warp of the shown run and keeps the user's
// position in the recording. The session's selection follows: it has the line and access of the
// current step, so that all other panels show the same place.
//
// All functions are called on one thread; recording runs on a worker. The previous recording stays
// until the new one is ready.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "app/session/run/worker.h"
#include "app/session/session.h"
#include "app/session/steps/steps.h"

namespace lanescope::app {

extern template class NewestWorker<StepsRequest, StepsPtr>;
using StepsWorker = NewestWorker<StepsRequest, StepsPtr>;

class StepsFollower {
 public:
  // `work`: record_steps, or a test double.
  explicit StepsFollower(StepsWorker::Work work = &record_steps) : work_(std::move(work)) {}

  // Where to start when the recording is ready; none: at the session's access.
  void begin_at(std::optional<std::size_t> step, std::optional<std::uint32_t> lane);

  // Takes a finished recording, starts a missing one while the page is shown (`shown`), and follows
  // changes of the selection by other panels. True: something that is shown has changed.
  bool update(Session& session, bool shown);
  [[nodiscard]] bool busy() const { return worker_ != nullptr && worker_->busy(); }
  [[nodiscard]] std::shared_ptr<const Progress> progress() const;
  void cancel();  // cancels the current recording
  [[nodiscard]] const std::optional<Problem>& problem() const { return problem_; }

  // Null until the first recording.
  [[nodiscard]] const StepsPtr& steps() const { return steps_; }
  // The recording belongs to what `session` shows; false while a new recording is being made.
  [[nodiscard]] bool is_of(const Session& session) const;
  [[nodiscard]] std::size_t step() const { return step_; }
  [[nodiscard]] std::uint32_t lane() const { return lane_; }

  // The following do nothing before the first recording, or if there is no such step.
  void go_to(Session& session, std::size_t step);
  void step_by(Session& session, int direction);
  void go_to_end(Session& session, int direction);  // -1: the first step
  void run_to_access(Session& session, int direction);
  void run_to_conflict(Session& session, int direction);
  void run_to_line(Session& session, int line);  // of the selected file
  void choose_lane(std::uint32_t lane);
  void step_lane(int direction);  // among the warp's threads, cyclic

  [[nodiscard]] bool playing() const { return playing_; }
  void toggle_play(Session& session);
  // Moves to the next step when it is due. Returns the seconds until the step after it; none: not
  // playing.
  std::optional<double> advance(Session& session, double now_s);

 private:
  void accept(Session& session, StepsPtr steps);
  void begin(const Session& session);
  void select_step(Session& session);  // sets the session's selection to the current step
  void follow_selection(Session& session);

  StepsWorker::Work work_;
  std::unique_ptr<StepsWorker> worker_;  // created on first use
  StepsPtr steps_;
  OutcomePtr of_, asked_of_;  // run of the recording, run of the requested recording
  std::uint32_t asked_warp_ = 0;
  std::optional<Problem> problem_;
  std::size_t step_ = 0;
  std::uint32_t lane_ = usual_lane;
  std::optional<std::size_t> begin_at_;
  Selection selected_;  // the selection last set or seen here
  bool playing_ = false;
  double next_step_s_ = 0;
};

}  // namespace lanescope::app
