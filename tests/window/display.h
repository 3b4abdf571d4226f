// A virtual X display for one test program: Xvfb, which chooses a free display number.
#pragma once

#include <string>

#include <sys/types.h>

namespace lanescope::app::test {

class Display {
 public:
  // Starts Xvfb. If that fails, name() is empty.
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

// The tools these tests need and the machine lacks; empty if none.
[[nodiscard]] std::string missing_tools();

}  // namespace lanescope::app::test
