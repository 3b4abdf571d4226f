// Which control the keyboard is on. Controls register in the order they are drawn; Tab walks that
// order.
//
// Ours rather than ImGui's navigation: the arrow keys belong to the lines and the warp's
// instructions, and ImGui 1.86 tabs through text fields only.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace lanescope::app {

class Focus {
 public:
  // Before the first control of a frame.
  void begin_frame();
  // True when the keyboard is on this control. `id` names it from frame to frame.
  bool offer(const std::string& id);
  // True once, when Enter or Space was pressed while the keyboard is on `id`.
  [[nodiscard]] bool takes_activation(const std::string& id);

  void step(int direction);
  void activate() { activated_ = visible_; }
  // The mouse was used: the ring goes.
  void hide() { visible_ = false; }
  [[nodiscard]] bool visible() const { return visible_; }
  [[nodiscard]] const std::string& current() const { return current_; }

 private:
  std::vector<std::string> order_;  // of the last whole frame
  std::vector<std::string> being_built_;
  std::string current_;
  bool visible_ = false;
  bool activated_ = false;
};

}  // namespace lanescope::app
