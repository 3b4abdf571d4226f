// What the plot and the map of a sweep share: labels that never cover each other, and words.
#pragma once

#include <string>
#include <vector>

#include "viz/scene/canvas.h"
#include "viz/scene/sweep.h"

namespace lanescope::scene {

// Labels in order of importance: one that would cover an earlier one is left out.
class Labels {
 public:
  explicit Labels(Canvas& canvas) : canvas_(canvas) {}
  // False: there is no room for it.
  bool put(const Label& label);
  // Cut with an ellipsis to that width.
  bool put_fitted(Label label, float width);
  // Nothing may stand there from now on.
  void keep_free(const Rect& rect) { taken_.push_back(rect); }

 private:
  Canvas& canvas_;
  std::vector<Rect> taken_;
};

struct SweepPen {
  Canvas& canvas;
  Labels& labels;
  const SweepInput& input;
};

// What the mouse reads at a point.
[[nodiscard]] std::string story_of(const SweepInput& input, const SweepSeries& series,
                                   const SweepPlace& place, const text::Texts& texts);
// "sectors a request"
[[nodiscard]] std::string unit_text(const SweepInput& input, const text::Texts& texts);
// A label of the size that axes have.
[[nodiscard]] float axis_text_size(const Canvas& canvas);

// In this area; what is around it (title, legend, progress) is build_sweep's.
void draw_plot(const SweepPen& pen, const Rect& area);
void draw_map(const SweepPen& pen, const Rect& area);

}  // namespace lanescope::scene
