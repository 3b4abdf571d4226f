// What keyboard and mouse buttons did, in order, until the window takes it.
//
// An event may need the frame of the one before it:
// - ImGui takes one press or release of a mouse button in a frame, and a click may open the field
//   into which the next character belongs.
// - A text field gets the characters of a frame before its keys, and the window uses the keys
//   before both. So Enter waits for the frame of the characters typed before it, and a character
//   for that of Backspace.
// - ImGui 1.86 misses a key that is pressed and released between two frames.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>

namespace lanescope::app {

struct InputEvent {
  enum class Kind : std::uint8_t { press, repeat, release, text, button } kind{};
  int key = 0;  // GLFW_KEY_*, GLFW_MOD_*
  int mods = 0;
  int scancode = 0;
  unsigned int character = 0;  // of text: its code point
};

class InputQueue {
 public:
  void add(const InputEvent& event) { events_.push_back(event); }
  // The next event before the coming frame; none: there is none, or it waits for that frame.
  // `typing`: text is being entered. Buttons stay here.
  [[nodiscard]] std::optional<InputEvent> next(bool typing);
  // A frame was drawn, with all that was taken.
  void end_frame();
  // Something else than buttons is left.
  [[nodiscard]] bool waits() const;

 private:
  std::deque<InputEvent> events_;
  bool took_text_ = false, took_key_ = false;  // since the last frame
};

}  // namespace lanescope::app
