// A command's progress: one terminal line, overwritten by each update.
#pragma once

#include <unistd.h>

#include <cstdio>
#include <string>

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

}  // namespace lanescope::app
