// Keys and pointer from a file in place of the display, for tests: nothing depends on how fast the
// display delivers events or how long a frame takes.
#pragma once

#include <cstdint>
#include <deque>
#include <string>

#include "app/window/toolkit/gui.h"
#include "app/window/toolkit/platform.h"

namespace lanescope::app {

// Reads lines from a FIFO. The events of a line happen before the same frame, and the next line
// waits until that frame is drawn. Events are separated by semicolons; numbers are GLFW's:
//   down KEY MODS     a key goes down
//   up KEY MODS       a key goes up
//   text CODEPOINT    a character is typed
//   move X Y          the pointer moves to this pixel of the window
//   press, release    the left button
//   wheel STEPS       positive: away from the user
//   drop PATH         files are dropped on the window; a tab between several paths
// `report` stands on a line of its own. It writes the state file at once, without waiting for a
// frame.
// Unknown events are reported on stderr and ignored. The pointer of the display counts for nothing.
// After the first frame, only frames that are saved as a picture are painted.
class ScriptedInput {
 public:
  // An empty path or one that cannot be opened: there is no input.
  explicit ScriptedInput(const std::string& path);
  ~ScriptedInput();
  ScriptedInput(const ScriptedInput&) = delete;
  ScriptedInput& operator=(const ScriptedInput&) = delete;

  [[nodiscard]] bool is_open() const { return file_ >= 0; }
  // Applies the next line, if there is one. `frames`: number of frames drawn so far. True if it was
  // `report`.
  bool apply_next(const Platform& platform, Gui& gui, std::uint64_t frames);
  [[nodiscard]] const Gui::Pointer& pointer() const { return pointer_; }
  // Number of lines applied.
  [[nodiscard]] std::uint64_t applied() const { return applied_; }

 private:
  void read();
  void apply(const std::string& event, const Platform& platform);

  int file_ = -1;
  std::string unread_;  // the beginning of a line
  std::deque<std::string> lines_;
  std::uint64_t applied_ = 0;
  std::uint64_t frames_when_applied_ = ~std::uint64_t{0};
  Gui::Pointer pointer_{-1, -1, false};  // outside
};

}  // namespace lanescope::app
