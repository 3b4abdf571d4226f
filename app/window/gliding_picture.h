// A picture that glides to what it shows next, from wherever it is. Knows no clock: it is told the
// time, and a picture that never hears of any (a shot) shows every state at once.
#pragma once

#include <cstdint>
#include <optional>

#include "viz/scene/draw_list.h"
#include "viz/scene/parted.h"

namespace lanescope::app {

class GlidingPicture {
 public:
  // Seconds, of any clock that only goes forward.
  void tell_time(double now_s) { now_s_ = now_s; }
  // What is shown next is another state of the same thing.
  void begin() { begins_ = true; }
  // What is shown next is there at once.
  void rest();

  // What to draw of that picture now. `reduced`: nothing moves.
  [[nodiscard]] scene::DrawList show(scene::PartedList picture, bool reduced);

  // One that nobody has drawn to its end is given up some time later.
  [[nodiscard]] bool moving() const;
  // 0..1 of the time of the present movement; 1: at rest.
  [[nodiscard]] float progress() const;
  // Movements so far; one that turned round on its way counts again.
  [[nodiscard]] std::uint64_t count() const { return count_; }

 private:
  scene::PartedList from_;   // where the present movement began
  scene::PartedList shown_;  // the last one, without hit areas
  std::optional<double> now_s_, begun_s_;
  bool begins_ = false;
  std::uint64_t count_ = 0;
};

}  // namespace lanescope::app
