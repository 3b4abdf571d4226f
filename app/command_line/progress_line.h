// A command's progress: one terminal line, overwritten by each update.
#pragma once

#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <future>
#include <string>

#include <fmt/format.h>

#include "app/session/run/run.h"

namespace lanescope::app {

// Writes to standard error, only if it is a terminal. The destructor clears the line.
class ProgressLine {
 public:
  ProgressLine() = default;
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  ~ProgressLine() { show({}); }

  [[nodiscard]] bool shows() const { return shows_; }
  void show(const std::string& text) const {
    if (!shows_) return;
    std::fputs(("\r\x1b[K" + text).c_str(), stderr);
    std::fflush(stderr);
  }

 private:
  bool shows_ = ::isatty(STDERR_FILENO) == 1;
};

// What `work(Progress*)` returns, with the blocks that are done on a progress line, after `of`,
// such as "A: ". A run whose first block does not end may be in an endless loop: the line then says
// how to end it sooner, and so does one line of a log, after longer.
template <typename Work>
[[nodiscard]] auto with_progress(const Work& work, const std::string& of = {}) {
  const ProgressLine line;
  Progress progress;
  auto going_on = std::async(std::launch::async, [&] { return work(&progress); });
  const auto begun = std::chrono::steady_clock::now();
  bool is_told = line.shows();
  while (going_on.wait_for(std::chrono::milliseconds(200)) != std::future_status::ready) {
    const std::uint64_t done = progress.blocks_done.load();
    const std::uint64_t total = progress.blocks_total.load();
    const auto since = std::chrono::steady_clock::now() - begun;
    const bool seems_stuck = done == 0 && total > 0 && since > std::chrono::seconds(2);
    line.show(fmt::format("{}{} of {} blocks{}", of, done, total,
                          seems_stuck ? "; --max-instructions N ends the run sooner" : ""));
    if (!is_told && seems_stuck && since > std::chrono::seconds(10)) {
      is_told = true;
      fmt::print(stderr,
                 "lanescope: after 10 s no block is done; --max-instructions N ends the run "
                 "sooner\n");
    }
  }
  return going_on.get();
}

}  // namespace lanescope::app
