// A virtual X display for one test program: Xvfb on a display number of its own choosing.
#pragma once

#include <string>

#include <sys/types.h>

namespace lanescope::app::test {

class Display {
 public:
  // Starts Xvfb; name() stays empty when that fails.
  Display(int width, int height);
  ~Display();
  Display(const Display&) = delete;
  Display& operator=(const Display&) = delete;

  // ":42"
  [[nodiscard]] const std::string& name() const { return name_; }

 private:
  pid_t process_ = -1;
  std::string name_;
};

// Empty when the machine has what these tests need; otherwise what is missing.
[[nodiscard]] std::string missing_tools();

}  // namespace lanescope::app::test
