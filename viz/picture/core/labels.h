// Labels that never overlap.
#pragma once

#include <vector>

#include "viz/picture/core/canvas.h"

namespace lanescope::picture {

// Draws labels in order of importance: a label that would overlap an earlier one is left out.
class Labels {
 public:
  explicit Labels(Canvas& canvas) : canvas_(canvas) {}
  // Returns false if there is no room.
  bool put(const Label& label);
  // Cut with an ellipsis to that width.
  bool put_fitted(Label label, float width);
  // No later label may overlap `rect`.
  void keep_free(const Rect& rect) { taken_.push_back(rect); }

 private:
  Canvas& canvas_;
  std::vector<Rect> taken_;
};

}  // namespace lanescope::picture
