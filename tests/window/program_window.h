// Runs the real program in a window on a display: starts it, sends input, reads the state that it
// reports. Input goes into the program directly (LANESCOPE_INPUT) unless a function or an option
// says that it comes from the display.
#pragma once

#include <cstdint>
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
    bool input_from_display = false;       // keys and pointer through the display, by xdotool
    // False: arguments without a lesson open the transpose, not the start page.
    bool start_page = false;
  };
  explicit ProgramWindow(const Options& options);
  ~ProgramWindow();  // ends the program
  ProgramWindow(const ProgramWindow&) = delete;
  ProgramWindow& operator=(const ProgramWindow&) = delete;

  // Presses keys with xdotool's names: "p", "shift+w", "F1".
  void keys(const std::vector<std::string>& names) const;
  // A character by its code point, as an input method sends it.
  void type_character(unsigned int code_point) const;
  // Types ASCII text, as a text field or a filter takes it, before the next frame.
  void type(const std::string& text) const;
  // Holds the key for `seconds` on the display, long enough that it repeats.
  void hold_repeating(const std::string& key, double seconds) const;
  // Left-clicks at this device pixel of the window.
  void click(int x, int y) const;
  // Left-clicks in the middle of [x, y, w, h], as the state file has it.
  void click_on(const Json& rect) const;
  // Moves the mouse there.
  void hover(const Json& rect) const;
  // Clicks and presses the key before the next frame can be drawn.
  void click_and_press(int x, int y, const std::string& key) const;
  // Clicks there, types ASCII text and presses the key before the next frame can be drawn.
  void click_and_type(const Json& rect, const std::string& text, const std::string& key) const;
  // Drops these files on the window together.
  void drop(const std::vector<std::filesystem::path>& paths) const;
  // Turns the wheel there; positive steps turn it away from the user.
  void wheel(int x, int y, int steps) const;
  // Drags with the left button from the first point to the second, in steps.
  void drag(int from_x, int from_y, int to_x, int to_y) const;
  // Drags back and forth from that point on the display, a hundred moves per second. Returns while
  // the drag continues. The drag ends away from its start.
  [[nodiscard]] pid_t start_shaking(int x, int y, double seconds) const;
  // Waits until the program shows the effect of all input, is idle, and `wanted` is true for its
  // reported state; returns the state. After 60 s, or once the program has ended, returns an empty
  // object.
  [[nodiscard]] Json wait_for(const std::function<bool(const Json&)>& wanted) const;
  [[nodiscard]] Json wait_for_run() const;
  // Lets the program's main loop turn `turns` times; returns the state after them.
  [[nodiscard]] Json after_turns(int turns) const;
  // The state now, possibly in the middle of a transition.
  [[nodiscard]] Json state() const;
  // Presses F12; returns the saved file.
  [[nodiscard]] std::filesystem::path save_picture();
  [[nodiscard]] bool runs() const;
  [[nodiscard]] pid_t process() const { return process_; }
  // Presses Ctrl+Q; true if the program exited with code 0.
  [[nodiscard]] bool close();

 private:
  void xdotool(const std::vector<std::string>& arguments) const;
  // Writes lines of events (see app/window/toolkit/scripted_input.h).
  void send(const std::vector<std::string>& lines) const;

  Options options_;
  pid_t process_ = -1;
  int input_ = -1;
  mutable std::uint64_t sent_ = 0;  // lines
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
