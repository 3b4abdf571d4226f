#include "app/window/program_follower.h"

#include <system_error>
#include <utility>

namespace lanescope::app {

namespace fs = std::filesystem;

namespace {

fs::path absolute_source(const fs::path& source) {
  std::error_code ignored;
  return fs::absolute(source, ignored);
}

}  // namespace

bool ProgramFollower::run(const fs::path& source) {
  if (task_.running()) return false;
  start(source, {absolute_source(source)}, false);
  return true;
}

void ProgramFollower::start(const fs::path& source, std::vector<fs::path> files, bool again) {
  source_ = source;
  files_ = std::move(files);
  begun_ = Clock::now();
  again_ = again;
  restarts_ = false;
  watch_.follow(files_);
  static_cast<void>(watch_.changed());
  task_.start(
      [runner = runner_, source](const std::stop_token& stop) { return runner(source, stop); },
      wake_);
}

void ProgramFollower::begin_anew() {
  restarts_ = true;
  task_.request_stop();
}

void ProgramFollower::follow(const std::string& lesson) {
  lesson_ = lesson;
  if (!can_run() || task_.running() || lesson_ == looked_up_) return;
  look_up();
  is_old_ =
      open_ && open_->has_changed && absolute_source(open_->source) != absolute_source(source_);
}

void ProgramFollower::look_up() {
  looked_up_ = lesson_;
  open_ = own_program(lesson_);
  // The last run's files stay watched until its launch is open, so that no edit is missed.
  watch_.follow(open_ ? open_->files : files_);
}

void ProgramFollower::run_if_changed() {
  if (!task_.running() && !has_open_program()) return;  // what has changed is found when it opens
  const bool is_old = std::exchange(is_old_, false) && has_open_program();
  if (!watch_.changed() && !is_old) return;
  if (task_.running()) {
    begin_anew();
  } else {
    run_again();
  }
}

ProgramFollower::Again ProgramFollower::run_again() {
  if (!has_open_program()) return Again::no_program;
  if (!task_.running()) {
    start(open_->source, open_->files, true);
  } else if (again_) {
    begin_anew();
  } else {
    return Again::other_runs;
  }
  return Again::begun;
}

bool ProgramFollower::cancel() {
  if (!task_.running()) return false;
  restarts_ = false;
  task_.request_stop();
  return true;
}

std::optional<ProgramFollower::Running> ProgramFollower::running() const {
  if (!task_.running()) return std::nullopt;
  return Running{source_, std::chrono::duration<double>(Clock::now() - begun_).count()};
}

std::optional<ProgramFollower::Ended> ProgramFollower::take_ended() {
  if (!task_.finished()) return std::nullopt;
  Recorded recorded = task_.take();
  if (restarts_) {
    start(source_, files_, again_);
    return std::nullopt;
  }
  Ended ended{source_, again_, task_.stop_requested(), std::move(recorded)};
  if (ended.cancelled || !ended.recorded) {
    failed_ = {absolute_source(source_), ended.cancelled ? std::string() : ended.recorded.error()};
  } else if (failed_ && failed_->source == absolute_source(source_)) {
    failed_.reset();
  }
  look_up();  // another program's files may have been watched
  return ended;
}

const FailedProgramRun* ProgramFollower::failed() const {
  return has_open_program() && failed_ && failed_->source == absolute_source(open_->source)
             ? &*failed_
             : nullptr;
}

}  // namespace lanescope::app
