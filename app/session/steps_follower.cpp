#include "app/session/steps_follower.h"

#include <algorithm>
#include <bit>

namespace lanescope::app {

template class NewestWorker<StepsRequest, StepsPtr>;
namespace {

constexpr double seconds_per_step = 0.45;   // at 100 %
constexpr double seconds_per_access = 1.1;  // longer, because there is more to see

// The same step in another recording: the same number, if its instruction is the same.
std::optional<std::size_t> same_step(const steps::Recording& before, std::size_t step,
                                     const steps::Recording& now) {
  if (step >= before.steps.size() || step >= now.steps.size()) return std::nullopt;
  const steps::Instruction& old = before.instruction_of(step);
  const steps::Instruction& other = now.instruction_of(step);
  const bool same =
      old.place.line == other.place.line &&
      old.text.substr(0, old.text.find(' ')) == other.text.substr(0, other.text.find(' '));
  return same ? std::optional(step) : std::nullopt;
}

const std::string& selected_file(const Outcome& of, const Selection& selection) {
  return selection.file.empty() ? of.resolved.source_name : selection.file;
}

}  // namespace

void StepsFollower::begin_at(std::optional<std::size_t> step, std::optional<std::uint32_t> lane) {
  begin_at_ = step;
  lane_ = lane.value_or(lane_);
}

bool StepsFollower::is_of(const Session& session) const {
  return steps_ != nullptr && of_ == session.run().shown() &&
         steps_->request.warp == session.state().selection.warp;
}

std::shared_ptr<const Progress> StepsFollower::progress() const {
  return worker_ != nullptr ? worker_->progress() : std::make_shared<const Progress>();
}

void StepsFollower::begin(const Session& session) {
  const OutcomePtr& shown = session.run().shown();
  StepsRequest request;
  request.run = shown->request;
  request.run.focus_block = shown->focus_block;
  request.warp = session.state().selection.warp;
  asked_of_ = shown;
  asked_warp_ = request.warp;
  problem_.reset();
  if (worker_ == nullptr) worker_ = std::make_unique<StepsWorker>(work_, std::function<void()>());
  worker_->start(std::move(request));
}

void StepsFollower::cancel() {
  if (!busy()) return;
  worker_->cancel();
  Problem cancelled_problem;
  cancelled_problem.cancelled = true;
  problem_ = cancelled_problem;
}

bool StepsFollower::update(Session& session, bool shown) {
  bool changed = false;
  if (worker_ != nullptr) {
    if (auto finished = worker_->take()) {
      changed = true;
      if (finished->result) {
        accept(session, std::move(*finished->result));
      } else {
        problem_ = finished->result.error();
      }
    }
  }
  if (!shown || session.run().shown() == nullptr || session.run().running()) {
    playing_ = playing_ && shown;
    if (!shown && problem_) {  // retry when the page is shown again
      problem_.reset();
      asked_of_.reset();
    }
    return changed;
  }
  const bool wanted =
      asked_of_ != session.run().shown() || asked_warp_ != session.state().selection.warp;
  if (wanted) {
    begin(session);
    return true;
  }
  if (is_of(session) && begin_at_) {
    go_to(session, std::min(*begin_at_, steps_->recording->steps.size() - 1));
    begin_at_.reset();
    return true;
  }
  if (is_of(session) && session.state().selection != selected_) {
    follow_selection(session);
    changed = true;
  }
  return changed;
}

void StepsFollower::accept(Session& session, StepsPtr steps) {
  std::optional<std::size_t> at = std::exchange(begin_at_, std::nullopt);
  const bool moves_on = steps_ != nullptr;
  if (!at && moves_on && steps_->recording->warp == steps->recording->warp &&
      steps_->recording->block == steps->recording->block)
    at = same_step(*steps_->recording, step_, *steps->recording);
  steps_ = std::move(steps);
  of_ = asked_of_;
  const steps::Recording& recording = *steps_->recording;
  lane_ = std::min(lane_, static_cast<std::uint32_t>(std::popcount(recording.valid)) - 1);
  if (at) {
    step_ = std::min(*at, recording.steps.size() - 1);
    select_step(session);
  } else {
    step_ = 0;
    follow_selection(session);
  }
}

// Moves to the access or line that was selected elsewhere.
void StepsFollower::follow_selection(Session& session) {
  const Selection& selection = session.state().selection;
  const steps::Recording& recording = *steps_->recording;
  selected_ = selection;
  std::optional<std::size_t> step;
  if (selection.event) {
    step = steps::step_of_event(recording, *selection.event);
  } else if (selection.line > 0) {
    step = steps::next_on_line(recording, step_, selected_file(*of_, selection), selection.line);
  }
  step_ = step.value_or(step_);
  if (const auto lane = session.selector().found_lane())
    choose_lane(static_cast<std::uint32_t>(*lane));
}

void StepsFollower::select_step(Session& session) {
  if (!is_of(session)) return;
  const steps::Recording& recording = *steps_->recording;
  const SourcePlace& place = recording.instruction_of(step_).place;
  const auto event = steps::event_of_step(recording, step_);
  if (event || (place.line > 0 && text_of_file(*of_, place.file) != nullptr))
    session.selector().follow({report::file_of(of_->report, place), place.line}, event);
  selected_ = session.state().selection;
}

void StepsFollower::go_to(Session& session, std::size_t step) {
  if (steps_ == nullptr || step >= steps_->recording->steps.size()) return;
  step_ = step;
  select_step(session);
}

void StepsFollower::step_by(Session& session, int direction) {
  if (direction > 0) {
    go_to(session, step_ + 1);
  } else if (step_ > 0) {
    go_to(session, step_ - 1);
  }
}

void StepsFollower::go_to_end(Session& session, int direction) {
  if (steps_ != nullptr) go_to(session, direction > 0 ? steps_->recording->steps.size() - 1 : 0);
}

void StepsFollower::run_to_access(Session& session, int direction) {
  if (steps_ == nullptr) return;
  if (const auto step = steps::next_access(*steps_->recording, step_, direction))
    go_to(session, *step);
}

void StepsFollower::run_to_conflict(Session& session, int direction) {
  if (steps_ == nullptr) return;
  if (const auto step = steps::next_conflict(*steps_->recording, step_, direction))
    go_to(session, *step);
}

void StepsFollower::run_to_line(Session& session, int line) {
  if (steps_ == nullptr || of_ == nullptr) return;
  const std::string& file = selected_file(*of_, session.state().selection);
  if (const auto step = steps::next_on_line(*steps_->recording, step_, file, line))
    go_to(session, *step);
}

void StepsFollower::choose_lane(std::uint32_t lane) {
  if (steps_ != nullptr && (steps_->recording->valid >> lane & 1U) != 0) lane_ = lane;
}

void StepsFollower::step_lane(int direction) {
  if (steps_ == nullptr) return;
  const auto threads = static_cast<std::uint32_t>(std::popcount(steps_->recording->valid));
  lane_ = (lane_ + (direction > 0 ? 1 : threads - 1)) % threads;
}

void StepsFollower::toggle_play(Session& session) {
  if (steps_ == nullptr) return;
  playing_ = !playing_;
  next_step_s_ = 0;
  if (playing_ && step_ + 1 == steps_->recording->steps.size()) go_to(session, 0);  // start over
}

std::optional<double> StepsFollower::advance(Session& session, double now_s) {
  playing_ = playing_ && is_of(session);
  if (!playing_) return std::nullopt;
  if (now_s >= next_step_s_) {
    // After play is pressed, the current step is shown for its full time first.
    if (next_step_s_ > 0) step_by(session, 1);
    const bool stays = steps::event_of_step(*steps_->recording, step_).has_value();
    const double speed = std::max(session.state().settings.play_speed, 1) / 100.0;
    next_step_s_ = now_s + (stays ? seconds_per_access : seconds_per_step) / speed;
    if (step_ + 1 >= steps_->recording->steps.size()) {
      playing_ = false;
      return std::nullopt;
    }
  }
  return next_step_s_ - now_s;
}

}  // namespace lanescope::app
