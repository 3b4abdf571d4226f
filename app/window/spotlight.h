// The rest of the window dimmed, so that everybody looks at one place: a soft circle that follows
// the mouse, the thing that is under the mouse, or what a scene names.
#pragma once

#include <cstdint>
#include <optional>

#include "app/session/lecture/deck.h"
#include "app/window/ui.h"

namespace lanescope::app {

class Spotlight {
 public:
  enum class Mode : std::uint8_t { off, circle, under_mouse, scene };

  [[nodiscard]] Mode mode() const { return mode_; }
  void cycle();  // off, circle, what is under the mouse, off; what a scene names goes off
  void off() { mode_ = Mode::off; }
  void show(const std::optional<Spot>& spot);  // a scene's own; nothing: off

  // After everything that it dims. `picture`: where shares of the picture are counted.
  void draw(Ui& ui, const Rect& picture);
  // What was lit in the last frame; nothing: off, or not found.
  [[nodiscard]] const std::optional<Rect>& lit() const { return lit_; }

 private:
  Mode mode_ = Mode::off;
  Spot spot_;
  std::optional<Rect> lit_;
};

[[nodiscard]] const char* name_of(Spotlight::Mode mode);

// Where the picture has it; nothing: it has no such thing.
[[nodiscard]] std::optional<Rect> place_of(const Spot& spot, const scene::DrawList& picture);

}  // namespace lanescope::app
