// How far a command has come: a line on the terminal that the next one overwrites.
#pragma once

#include <unistd.h>

#include <cstdio>
#include <string>

namespace lanescope::app {

// On standard error; nothing is written if that is no terminal. The line goes with this object.
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
