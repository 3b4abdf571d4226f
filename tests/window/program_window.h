// Runs the real program in a window on a display: starts it, sends input, reads the state that it
// reports.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include <sys/types.h>

#include <nlohmann/json.hpp>

namespace lanescope::app::test {

using Json = nlohmann::json;

class ProgramWindow {
 public:
  struct Options {
    std::string display;
    std::filesystem::path folder;  // working folder; also for settings, state and pictures
    std::vector<std::string> arguments;
    std::vector<std::string> environment;  // "NAME=value"; overrides the test's environment
  };
  explicit ProgramWindow(const Options& options);
  ~ProgramWindow();  // ends the program
  ProgramWindow(const ProgramWindow&) = delete;
  ProgramWindow& operator=(const ProgramWindow&) = delete;

  // Presses keys with xdotool's names: "p", "shift+w", "F1".
  void keys(const std::vector<std::string>& names) const;
  // Holds the key for half a second, so that even a slow frame (a sanitizer on a busy machine) sees
  // it down.
  void hold(const std::string& key) const;
  // Holds the key for `seconds`, long enough that the display repeats it.
  void hold_repeating(const std::string& key, double seconds) const;
  // Left-clicks at this device pixel of the window.
  void click(int x, int y) const;
  // Clicks and presses the key before the next frame can be drawn.
  void click_and_press(int x, int y, const std::string& key) const;
  // Turns the wheel there; positive steps turn it away from the user.
  void wheel(int x, int y, int steps) const;
  // Drags with the left button from the first point to the second, in steps.
  void drag(int from_x, int from_y, int to_x, int to_y) const;
  // Drags back and forth from that point, a hundred moves per second. Returns while the drag
  // continues. The drag ends away from its start.
  [[nodiscard]] pid_t start_shaking(int x, int y, double seconds) const;
  // Waits until the program is idle and `wanted` is true for its reported state; returns the state.
  // After 60 s, returns an empty object.
  Json wait_for(const std::function<bool(const Json&)>& wanted) const;
  Json wait_for_run() const;
  // The state now, possibly in the middle of a transition.
  [[nodiscard]] Json state() const;
  // Presses F12; returns the saved file.
  std::filesystem::path save_picture();
  [[nodiscard]] bool runs() const;
  [[nodiscard]] pid_t process() const { return process_; }
  // Presses Ctrl+Q; true if the program exited with code 0.
  bool close();

 private:
  void move_pointer(int x, int y) const;
  void xdotool(const std::vector<std::string>& arguments) const;

  Options options_;
  pid_t process_ = -1;
};

// Runs the program to its end. `code`: exit code, or 128 + signal if it was killed.
struct Ended {
  int code = 0;
  std::string err;
};
[[nodiscard]] Ended run_program(const std::vector<std::string>& arguments,
                                const std::vector<std::string>& environment,
                                const std::filesystem::path& folder);

}  // namespace lanescope::app::test
