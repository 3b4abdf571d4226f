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

// What `work(Progress*)` returns, with the blocks that are done on a progress line. A run whose
// first block does not end may be in an endless loop: the line then says how to end it sooner.
template <typename Work>
[[nodiscard]] auto with_progress(const Work& work) {
  const ProgressLine line;
  if (!line.shows()) return work(static_cast<Progress*>(nullptr));
  Progress progress;
  auto going_on = std::async(std::launch::async, [&] { return work(&progress); });
  const auto begun = std::chrono::steady_clock::now();
  while (going_on.wait_for(std::chrono::milliseconds(200)) != std::future_status::ready) {
    const std::uint64_t done = progress.blocks_done.load();
    const bool seems_stuck =
        done == 0 && std::chrono::steady_clock::now() - begun > std::chrono::seconds(5);
    line.show(fmt::format("{} of {} blocks{}", done, progress.blocks_total.load(),
                          seems_stuck ? "; --max-instructions N ends the run sooner" : ""));
  }
  return going_on.get();
}

}  // namespace lanescope::app
