// Runs whole programs for the window, one at a time, and follows the one whose launch is open: when
// its files change, it runs again. It opens nothing itself: take_ended() says what there is to
// show. Needs no window.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "app/session/files/folder_watch.h"
#include "app/session/start/own_program.h"
#include "app/window/toolkit/waking_task.h"

namespace lanescope::app {

class ProgramFollower {
 public:
  // Where the launches are, or why there are none, in one or more lines. Called on a thread of its
  // own.
  using Recorded = tl::expected<std::filesystem::path, std::string>;
  using Runner = std::function<Recorded(const std::filesystem::path&, const std::stop_token&)>;

  // `runner`: empty if nothing can run a program. `wake` is called on any thread when a run has
  // ended; it may be empty.
  ProgramFollower(Runner runner, std::function<void()> wake)
      : runner_(std::move(runner)), wake_(std::move(wake)) {}

  [[nodiscard]] bool can_run() const { return static_cast<bool>(runner_); }

  // False: another one is still running. Requires can_run().
  bool run(const std::filesystem::path& source);
  // Takes over which lesson is open. Its recording is read only where it is another lesson.
  void follow(const std::string& lesson);
  // Runs the followed program again if one of its files has changed since the last call, or, where
  // this object has not just run it, since the launch that is open was recorded.
  void run_if_changed();
  enum class Again {
    no_program,  // the open lesson is no launch of a program that ran here
    begun,
    other_runs  // another program is running
  };
  Again run_again();
  // False: none is running.
  bool cancel();

  struct Running {
    std::filesystem::path source;
    double seconds = 0;  // since it began
  };
  [[nodiscard]] std::optional<Running> running() const;

  struct Ended {
    std::filesystem::path source;
    bool again = false;      // its launches take the place of those that are open
    bool cancelled = false;  // then `recorded` says nothing
    Recorded recorded;
  };
  // Delivers each run's end once. A run that begins anew because a file has changed has not ended.
  [[nodiscard]] std::optional<Ended> take_ended();

  // The open launch is of an earlier run of its program, because the newest one failed or was
  // cancelled. nullptr: it is of the newest.
  [[nodiscard]] const FailedProgramRun* failed() const;

 private:
  // Its files are watched from its start, so that no edit is missed while it runs.
  void start(const std::filesystem::path& source, std::vector<std::filesystem::path> files,
             bool again);
  void begin_anew();
  void look_up();
  [[nodiscard]] bool has_open_program() const { return open_ && lesson_ == looked_up_; }

  using Clock = std::chrono::steady_clock;
  Runner runner_;
  std::function<void()> wake_;
  // Of the run that goes on, or was the last.
  std::filesystem::path source_;
  std::vector<std::filesystem::path> files_;
  Clock::time_point begun_;
  bool again_ = false;
  bool restarts_ = false;  // it is stopped because a file has changed
  bool is_old_ = false;    // its files had changed when its launch was opened
  std::string lesson_;     // that is open
  std::string looked_up_;  // the lesson that open_ is of; while a program runs, not the open one
  std::optional<OwnProgram> open_;
  std::optional<FailedProgramRun> failed_;
  FolderWatch watch_;          // of the running program, else of the open one, else of the last
  WakingTask<Recorded> task_;  // last, so that it stops before what it uses goes
};

}  // namespace lanescope::app
