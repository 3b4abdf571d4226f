// A picture that glides from its present state to the next one. It has no clock: the caller tells
// it the time. If the time is never told (a shot), each state is shown at once.
#pragma once

#include <cstdint>
#include <optional>

#include "viz/picture/core/draw_list.h"

namespace lanescope::app {

class AnimatedPicture {
 public:
  // Seconds, from any monotonic clock. Call it before each frame, drawn or not.
  void set_time(double now_s);
  // The next picture is another state of the same thing: animate the change.
  void begin() { begins_ = true; }
  // Shows the next picture at once.
  void rest();

  // What to draw for `picture` now. `reduced`: no animation.
  [[nodiscard]] picture::DrawList show(picture::PartedList picture, bool reduced);

  // The next frame shows something else. True until a frame has shown the end, however long the
  // frames take; a movement that is no longer drawn ends by itself.
  [[nodiscard]] bool gliding() const;
  // 0..1 of the present movement's time; 1 at rest.
  [[nodiscard]] float progress() const;
  // Number of movements so far. A movement that reverses halfway counts as a new one.
  [[nodiscard]] std::uint64_t count() const { return count_; }

 private:
  picture::PartedList from_;   // where the present movement started
  picture::PartedList shown_;  // the last picture shown, without hit areas
  std::optional<double> now_s_, begun_s_;
  bool begins_ = false;
  std::uint64_t count_ = 0;
};

}  // namespace lanescope::app
