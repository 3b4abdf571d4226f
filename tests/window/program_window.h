// The real program with its window on a display: started, sent keys, asked what it shows.
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
    std::filesystem::path folder;  // for settings, state and pictures; the working folder
    std::vector<std::string> arguments;
    std::vector<std::string> environment;  // "NAME=value", over ours
  };
  explicit ProgramWindow(const Options& options);
  ~ProgramWindow();  // ends the program
  ProgramWindow(const ProgramWindow&) = delete;
  ProgramWindow& operator=(const ProgramWindow&) = delete;

  // Keys as xdotool names them: "p", "shift+w", "F1".
  void keys(const std::vector<std::string>& names) const;
  // Down for half a second: a frame that takes long, under a sanitizer on a busy machine, sees it.
  void hold(const std::string& key) const;
  // Down until the display repeats it, and on.
  void hold_repeating(const std::string& key, double seconds) const;
  // A left click at device pixels of the window.
  void click(int x, int y) const;
  // The key follows before a frame can be drawn.
  void click_and_press(int x, int y, const std::string& key) const;
  // The wheel's steps there; positive is away from the hand.
  void wheel(int x, int y, int steps) const;
  // With the left button down, in steps, from the first point to the second.
  void drag(int from_x, int from_y, int to_x, int to_y) const;
  // To and fro from that point with the left button down, a hundred times a second; returns while
  // it goes on, and ends where it did not begin.
  [[nodiscard]] pid_t start_shaking(int x, int y, double seconds) const;
  // What the program says of itself, as soon as `wanted` holds and it has settled. An empty object
  // after 60 s.
  Json wait_for(const std::function<bool(const Json&)>& wanted) const;
  Json wait_for_run() const;
  // As it is now, which may be between two pictures.
  [[nodiscard]] Json state() const;
  // F12, and the file that comes of it.
  std::filesystem::path save_picture();
  [[nodiscard]] bool runs() const;
  [[nodiscard]] pid_t process() const { return process_; }
  // Ctrl+Q; true when the program ended with code 0.
  bool close();

 private:
  void move_pointer(int x, int y) const;
  void xdotool(const std::vector<std::string>& arguments) const;

  Options options_;
  pid_t process_ = -1;
};

// Runs to its end; the exit code, 128 + signal when it was killed.
struct Ended {
  int code = 0;
  std::string err;
};
[[nodiscard]] Ended run_program(const std::vector<std::string>& arguments,
                                const std::vector<std::string>& environment,
                                const std::filesystem::path& folder);

}  // namespace lanescope::app::test
