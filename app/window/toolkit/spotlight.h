// Dims the window except for one place: a soft circle that follows the mouse, the item under the
// mouse, or a place that a scene names.
#pragma once

#include <cstdint>
#include <optional>

#include "app/session/lecture/deck.h"
#include "app/window/toolkit/ui.h"

namespace lanescope::app {

class Spotlight {
 public:
  enum class Mode : std::uint8_t { off, circle, under_mouse, scene };

  [[nodiscard]] Mode mode() const { return mode_; }
  void cycle();  // off, circle, item under the mouse, off; ends a scene's spotlight
  void off() { mode_ = Mode::off; }
  void show(const std::optional<Spot>& spot);  // a scene's own; nothing: off

  // Call after everything that it dims has been drawn. `picture`: the area of the picture that the
  // scene's place refers to.
  void draw(Ui& ui, const Rect& picture);
  // What was lit in the last frame; nothing if it is off or the place was not found.
  [[nodiscard]] const std::optional<Rect>& lit() const { return lit_; }

 private:
  Mode mode_ = Mode::off;
  Spot spot_;
  std::optional<Rect> lit_;
};

[[nodiscard]] const char* name_of(Spotlight::Mode mode);

// The place in the picture; nothing if the picture does not contain it.
[[nodiscard]] std::optional<Rect> area_of(const Spot& spot, const picture::DrawList& picture);

}  // namespace lanescope::app
