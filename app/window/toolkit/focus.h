// Keyboard focus. Controls register in drawing order, and Tab follows that order.
//
// ImGui's navigation is not used: the arrow keys select lines and the warp's instructions, and in
// ImGui 1.86 Tab only reaches text fields.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace lanescope::app {

class Focus {
 public:
  // Call before the first control of a frame.
  void begin_frame();
  // Registers a control; true if it has the focus. `id` identifies it from frame to frame.
  bool offer(const std::string& id);
  // True once if Enter or Space was pressed while `id` had the focus.
  [[nodiscard]] bool takes_activation(const std::string& id);

  void move(int direction);
  // Moves the focus to a control of the frame being built.
  void show(const std::string& id) {
    current_ = id;
    visible_ = true;
  }
  void activate() { activated_ = visible_; }
  // Called when the mouse is used: hides the focus ring.
  void hide() { visible_ = false; }
  [[nodiscard]] bool visible() const { return visible_; }
  [[nodiscard]] const std::string& current() const { return current_; }

 private:
  std::vector<std::string> order_;  // of the last complete frame
  std::vector<std::string> being_built_;
  std::string current_;
  bool visible_ = false;
  bool activated_ = false;
};

}  // namespace lanescope::app
